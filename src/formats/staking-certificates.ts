import { bitString, der, integer, objectId, sequence, tag } from './der.ts'
import { p256PublicKey, signP256 } from './p256.ts'

// Contents of the object identifiers of RFC 5280 and RFC 5480.
const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
const p256Key = sequence(objectId('2a8648ce3d0201'), objectId('2a8648ce3d030107'))
const keyUsage = objectId('551d0f')
const basicConstraints = objectId('551d13')
const critical = Uint8Array.of(0x01, 0x01, 0xff)
const name = sequence()
const validity = sequence(
  der(tag.utcTime, Buffer.from('991231000000Z')),
  der(tag.generalizedTime, Buffer.from('21240101000000Z')),
)

/**
 * Returns the smallest X.509 certificate that avalanchego's staking parser and OpenSSL accept, in
 * DER, about 276 bytes. It has version 3, P-256, no names, is valid 1999-12-31 to 2124-01-01, and
 * is self-signed. A 32-byte secret key always gives the same bytes, hence the same NodeID. Throws
 * {@link FormatError}.
 */
export function stakingCertificate(secretKey: Uint8Array): Uint8Array {
  const toBeSigned = sequence(
    der(tag.version, integer(2)),
    integer(0),
    ecdsaWithSha256,
    name,
    validity,
    name,
    sequence(p256Key, bitString(p256PublicKey(secretKey))),
    der(
      tag.extensions,
      sequence(
        // Digital signatures only: one bit, seven unused.
        extension(keyUsage, der(tag.bitString, Uint8Array.of(7, 0x80))),
        // Not a certificate authority.
        extension(basicConstraints, sequence()),
      ),
    ),
  )
  return sequence(toBeSigned, ecdsaWithSha256, bitString(signP256(toBeSigned, secretKey)))
}

function extension(type: Uint8Array, value: Uint8Array): Uint8Array {
  return sequence(type, critical, der(tag.octetString, value))
}

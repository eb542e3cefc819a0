import { X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FormatError } from '../../src/formats/codec.ts'
import { sha256 } from '../../src/formats/hashes.ts'
import { fromHex, nodeIdOf, nodeIdText, toHex } from '../../src/formats/ids.ts'
import { p256PublicKey, signP256 } from '../../src/formats/p256.ts'
import { stakingCertificate } from '../../src/formats/staking-certificates.ts'

const secretKey = sha256(Buffer.from('a staking key'))

// The certificate in the Granite container of proposer-blocks.test.ts, up to its own signature.
const knownCertificate =
  '3081b7a003020102020100300a06082a8648ce3d04030230003020170d3939313233313030303030305a180f32313234303130313030303030305a30003059301306072a8648ce3d020106082a8648ce3d03010703420004fa8bdac2d3cbb4da9542fe105d3b9f60d0e44056538a320302eb6cb776527c0fa5a41d81dd77602616d454aa7a979fc25e49ed774215e5c84c3a6097ca93a95fa320301e300e0603551d0f0101ff040403020780300c0603551d130101ff04023000'
const knownKey =
  '04fa8bdac2d3cbb4da9542fe105d3b9f60d0e44056538a320302eb6cb776527c0fa5a41d81dd77602616d454aa7a979fc25e49ed774215e5c84c3a6097ca93a95f'

test('the signed part is that of a certificate the node accepts, but for the key', () => {
  const publicKey = toHex(p256PublicKey(secretKey)).slice(2)
  expect(toHex(stakingCertificate(secretKey))).toContain(
    knownCertificate.replace(knownKey, publicKey),
  )
})

test('OpenSSL reads any certificate, with its key, dates and use, and verifies it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 8 }), (seed) => {
      const key = sha256(seed)
      const certificate = new X509Certificate(stakingCertificate(key))
      expect(certificate.verify(certificate.publicKey)).toBe(true)
      expect(certificate.ca).toBe(false)
      expect(certificate.serialNumber).toMatch(/^0+$/)
      expect([certificate.subject ?? '', certificate.issuer ?? '']).toEqual(['', ''])
      expect(certificate.validFrom).toBe('Dec 31 00:00:00 1999 GMT')
      expect(certificate.validTo).toBe('Jan  1 00:00:00 2124 GMT')
      const { x, y, crv } = certificate.publicKey.export({ format: 'jwk' })
      const point = Buffer.concat(
        [x, y].map((part) => Buffer.from(part ?? '', 'base64url')),
      ).toString('hex')
      expect(crv).toBe('P-256')
      expect(`0x04${point}`).toBe(toHex(p256PublicKey(key)))
    }),
    { numRuns: 20 },
  )
})

test('a secret key always gives the same certificate and NodeID', () => {
  const certificate = stakingCertificate(secretKey)
  expect(stakingCertificate(secretKey)).toEqual(certificate)
  expect(nodeIdText(nodeIdOf(certificate))).toMatchInlineSnapshot(
    `"NodeID-6aM5pAsp5ivokhvKxoYantSsnTgDHB37a"`,
  )
})

// RFC 6979, A.2.5, curve P-256 with SHA-256.
test.each([
  [
    'sample',
    'efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716',
    'f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8',
  ],
  [
    'test',
    'f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367',
    '019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083',
  ],
])('the signature of "%s" is that of RFC 6979', (message, r, s) => {
  const key = fromHex('c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721')
  const integer = (hex: string) => (/^[89a-f]/.test(hex) ? `022100${hex}` : `0220${hex}`)
  const body = integer(r) + integer(s)
  expect(toHex(signP256(Buffer.from(message), key))).toBe(
    `0x30${(body.length / 2).toString(16)}${body}`,
  )
})

test('a secret key outside the group is a FormatError', () => {
  for (const key of [new Uint8Array(32), new Uint8Array(31), new Uint8Array(32).fill(0xff)]) {
    expect(() => stakingCertificate(key)).toThrow(FormatError)
    expect(() => signP256(key, key)).toThrow(FormatError)
  }
})

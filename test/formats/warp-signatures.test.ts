import { fastAggregateVerify, PublicKey, Signature } from '@chainsafe/blst'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blsPublicKey, uncompressPublicKey } from '../../src/formats/bls.ts'
import { loadBlsPool } from '../../src/formats/bls-pool.ts'
import { decode, encode, FormatError } from '../../src/formats/codec.ts'
import {
  canonicalSet,
  chooseSigners,
  encodeBitSet,
  hasQuorum,
  weightOf,
} from '../../src/formats/validator-sets.ts'
import { SignedWarpMessage } from '../../src/formats/warp.ts'
import { signWarpMessage, warpRefusal } from '../../src/formats/warp-signatures.ts'

const unsigned = hexToBytes(
  '000000000005000000000000000000000000000000000000000000000000000000000000000000000044000000000001000000000000003600000000000398c41dcd20b86b86830ec0794559835614458ceaae0f0ec77a3ed1cd3a1f7d5500000000000000010000000000000014',
)

/** The validators of the local network that avalanchego ships, here with these weights. */
const localSet = canonicalSet(
  [10n, 20n, 30n, 25n, 15n].map((weight, i) => {
    const secretKey = utf8ToBytes(`AvalancheLocalNetworkValidator0${i + 1}`)
    const uncompressedPublicKey = uncompressPublicKey(blsPublicKey(secretKey))
    return { weight, secretKey, uncompressedPublicKey }
  }),
)

interface WithSecret {
  secretKey: Uint8Array
}
const secretKeyOf = ({ members }: { members: readonly WithSecret[] }) =>
  members[0]?.secretKey ?? new Uint8Array()

test('the five local validators stand in the known order', () => {
  expect(localSet.validators.map(({ weight }) => weight)).toEqual([15n, 20n, 30n, 25n, 10n])
})

test('their signatures for a quorum of 67 and of 100 are the known ones', () => {
  const signers = chooseSigners(localSet, { quorum: 67 }) ?? []
  const message = signWarpMessage(unsigned, localSet, signers, secretKeyOf)
  expect(bytesToHex(message)).toBe(
    `${bytesToHex(unsigned)}00000000000000010eb3c1db7af700b29d12dc1cb153a9235c9b0ea32aac2c9390b1bab1e29244c7d47bbaf8494cb170bc44df4578adb94b0c12a500b7ba1f33ea3967789d9e1498b95c3fde41116311daba1b3d57fae9021af088dbaf0fe64e9d7040b505f39dba58`,
  )
  const all = chooseSigners(localSet, { quorum: 100 }) ?? []
  const { signature } = decode(
    SignedWarpMessage,
    signWarpMessage(unsigned, localSet, all, secretKeyOf),
  )
  expect(bytesToHex(signature.signers)).toBe('1f')
  expect(bytesToHex(signature.signature)).toBe(
    'ab47f9d2db19fa89d1e0d1a277d2cb2e08fe9055de5866fb05309a88ebf57768cd6fb61cd19a69d6b95b0f4ba10012ca17fd23dbc4cd8fba359af82244f5154b9a3410ad9503975ee52b7e1ea1dc5016d1cf2612a0b3002f15c57aa322720273',
  )
})

test('one changed bit, another signer, a padded bit set or a higher quorum is refused', () => {
  const message = signWarpMessage(unsigned, localSet, [1, 2, 3], secretKeyOf)
  const { signature, ...fields } = decode(SignedWarpMessage, message)
  const withSigners = (signers: Uint8Array) =>
    encode(SignedWarpMessage, { ...fields, signature: { ...signature, signers } })
  const last = unsigned.length - 1

  expect(warpRefusal(message, localSet, 67)).toBeUndefined()
  expect(warpRefusal(message.with(last, (message[last] ?? 0) ^ 1), localSet, 67)).toMatch(
    'signature is invalid',
  )
  expect(warpRefusal(withSigners(Uint8Array.of(0x1e)), localSet, 67)).toMatch(
    'signature is invalid',
  )
  expect(warpRefusal(withSigners(Uint8Array.of(0x0f)), localSet, 67)).toMatch(
    'signature is invalid',
  )
  expect(warpRefusal(withSigners(Uint8Array.of(0, 0x0e)), localSet, 67)).toBe('bitset is invalid')
  expect(warpRefusal(withSigners(Uint8Array.of(0x2e)), localSet, 67)).toBe(
    'unknown validator: NumIndices (5) >= NumFilteredValidators (5)',
  )
  expect(warpRefusal(withSigners(new Uint8Array()), localSet, 0)).toMatch(
    'there are no signatures to aggregate',
  )
  const withSignature = (bytes: Uint8Array) =>
    encode(SignedWarpMessage, { ...fields, signature: { ...signature, signature: bytes } })
  expect(warpRefusal(withSignature(new Uint8Array(96)), localSet, 67)).toBe(
    "failed to parse signature: couldn't decompress signature",
  )
  expect(warpRefusal(message, localSet, 76)).toMatch(
    'signature weight is insufficient: 76*100 > 100*75',
  )
  expect(warpRefusal(concatBytes(message, Uint8Array.of(0)), localSet, 67)).toMatch('left over')
})

test('an empty set and an unknown key cannot sign', () => {
  expect(() => signWarpMessage(unsigned, localSet, [5], secretKeyOf)).toThrow(FormatError)
  expect(() => signWarpMessage(unsigned, localSet, [], secretKeyOf)).toThrow(FormatError)
  expect(() => signWarpMessage(unsigned.subarray(1), localSet, [0], secretKeyOf)).toThrow(
    FormatError,
  )
})

test('a message of random validators verifies exactly when its signers have quorum', async () => {
  const pool = await loadBlsPool()
  const validator = fc
    .tuple(fc.option(fc.nat(40), { nil: undefined }), fc.bigInt({ min: 1n, max: 2n ** 50n }))
    .map(([index, weight]) =>
      index === undefined
        ? { weight, secretKey: new Uint8Array(), uncompressedPublicKey: undefined }
        : { weight, ...pool.key(index) },
    )
  fc.assert(
    fc.property(
      fc.array(validator, { minLength: 1, maxLength: 8 }),
      fc.nat(100),
      fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      (validators, quorum, choice) => {
        const set = canonicalSet(validators)
        const signers = set.validators.flatMap((_, i) => (choice[i] ? [i] : []))
        fc.pre(signers.length > 0)
        const message = signWarpMessage(unsigned, set, signers, secretKeyOf)
        const enough = hasQuorum(weightOf(set, signers), set.totalWeight, quorum)
        expect(warpRefusal(message, set, quorum) === undefined).toBe(enough)

        const { signature } = decode(SignedWarpMessage, message)
        expect(signature.signers).toEqual(encodeBitSet(signers))
        const keys = signers.map((i) =>
          PublicKey.fromBytes(set.validators[i]?.publicKey ?? new Uint8Array(), true),
        )
        expect(fastAggregateVerify(unsigned, keys, Signature.fromBytes(signature.signature))).toBe(
          true,
        )
      },
    ),
    { numRuns: 20 },
  )
})

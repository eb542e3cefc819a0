import { bls12_381 } from '@noble/curves/bls12-381.js'
import { bytesToNumberBE } from '@noble/curves/utils.js'
import { sha256 } from '../../formats/hashes.ts'
import { wordOf } from '../../formats/words.ts'
import { type Precompile, pure } from './precompile.ts'

const G1 = bls12_381.G1.Point
const G2 = bls12_381.G2.Point
const { Fr } = bls12_381.fields

/** The secret of the KZG ceremony times the generator of G2, compressed (EIP-4844). */
const ceremonyPoint =
  'b5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2'

const fieldElements = 4096n

/** Verifies that a committed polynomial has a value at a point (EIP-4844). */
export const pointEvaluation: Precompile = pure(
  () => 50_000,
  (input) => {
    if (input.length !== 192) return undefined
    const commitment = input.subarray(96, 144)
    const versioned = sha256(commitment)
    versioned[0] = 1
    if (Buffer.compare(versioned, input.subarray(0, 32)) !== 0) return undefined
    const z = bytesToNumberBE(input.subarray(32, 64))
    const y = bytesToNumberBE(input.subarray(64, 96))
    if (z >= Fr.ORDER || y >= Fr.ORDER) return undefined
    if (!isProven({ commitment, z, y, proof: input.subarray(144) })) return undefined
    const output = new Uint8Array(64)
    output.set(wordOf(fieldElements))
    output.set(wordOf(Fr.ORDER), 32)
    return output
  },
)

interface Opening {
  readonly commitment: Uint8Array
  readonly z: bigint
  readonly y: bigint
  readonly proof: Uint8Array
}

/** Returns whether e(C - [y], G2) = e(proof, [s] - [z]). */
function isProven({ commitment, z, y, proof }: Opening): boolean {
  try {
    const committed = G1.fromBytes(commitment)
    const quotient = G1.fromBytes(proof)
    committed.assertValidity()
    quotient.assertValidity()
    const value = y === 0n ? G1.ZERO : G1.BASE.multiplyUnsafe(y)
    const place = z === 0n ? G2.ZERO : G2.BASE.multiplyUnsafe(z)
    const pairs = [
      { g1: committed.subtract(value), g2: G2.BASE.negate() },
      { g1: quotient, g2: G2.fromHex(ceremonyPoint).subtract(place) },
    ].filter(({ g1, g2 }) => !g1.is0() && !g2.is0())
    if (pairs.length === 0) return true
    const { Fp12 } = bls12_381.fields
    return Fp12.eql(bls12_381.pairingBatch(pairs), Fp12.ONE)
  } catch {
    return false
  }
}

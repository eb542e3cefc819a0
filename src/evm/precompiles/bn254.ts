import { bn254 } from '@noble/curves/bn254.js'
import { bytesToNumberBE } from '@noble/curves/utils.js'
import { wordOf } from '../../formats/words.ts'
import {
  type FinalResult,
  finished,
  inputBytes,
  outOfGas,
  type Precompile,
  pure,
  type SlowWork,
} from './precompile.ts'

const { Fp } = bn254.fields
const G1 = bn254.G1.Point
const G2 = bn254.G2.Point
type PointG1 = typeof G1.ZERO
type PointG2 = typeof G2.ZERO

/** Bytes of a pair of points. */
const pairLength = 192

/** Adds two points of alt_bn128 (EIP-196). */
export const curveAdd: Precompile = pure(
  () => 150,
  (input) => {
    const bytes = inputBytes(input, 0, 128)
    const left = readG1(bytes, 0)
    const right = readG1(bytes, 64)
    return left && right && writeG1(left.add(right))
  },
)

/** Multiplies a point of alt_bn128 by a number (EIP-196). */
export const curveMultiply: Precompile = pure(
  () => 6000,
  (input) => {
    const bytes = inputBytes(input, 0, 96)
    const point = readG1(bytes, 0)
    const factor = coordinate(bytes, 64) % G1.Fn.ORDER
    return point && writeG1(factor === 0n ? G1.ZERO : point.multiplyUnsafe(factor))
  },
)

/** Returns whether the product of pairings is one, as a word (EIP-197). */
export const curvePairing: Precompile = ({ input, gas }) => {
  const gasLeft = gas - 45_000 - 34_000 * Math.floor(input.length / pairLength)
  if (gasLeft < 0) return outOfGas
  if (input.length % pairLength !== 0) return refused
  const work = new Pairing(input, gasLeft)
  return input.length <= pairLength ? finished(work) : { status: 'slow', work }
}

const refused: FinalResult = { status: 'failure', error: 'invalid input of a precompile' }

const { Fp12 } = bn254.fields

/** A product of pairings, one pair at a time. */
class Pairing implements SlowWork {
  readonly #input: Uint8Array
  readonly #gasLeft: number
  #start = 0
  #product = Fp12.ONE

  constructor(input: Uint8Array, gasLeft: number) {
    this.#input = input
    this.#gasLeft = gasLeft
  }

  advance(): FinalResult | undefined {
    const start = this.#start
    if (start === this.#input.length) {
      const isOne = Fp12.eql(Fp12.finalExponentiate(this.#product), Fp12.ONE)
      return { status: 'success', gasLeft: this.#gasLeft, output: wordOf(isOne ? 1n : 0n) }
    }
    const g1 = readG1(this.#input, start)
    const g2 = readG2(this.#input, start + 64)
    if (!g1 || !g2) return refused
    this.#start += pairLength
    // A pairing with infinity is one.
    if (!g1.is0() && !g2.is0())
      this.#product = Fp12.mul(this.#product, bn254.pairingBatch([{ g1, g2 }], false))
    return undefined
  }
}

const coordinate = (bytes: Uint8Array, start: number) =>
  bytesToNumberBE(bytes.subarray(start, start + 32))

/** Reads a point; undefined where the bytes are none. Zeros are infinity. */
function readG1(bytes: Uint8Array, start: number): PointG1 | undefined {
  const x = coordinate(bytes, start)
  const y = coordinate(bytes, start + 32)
  if (x === 0n && y === 0n) return G1.ZERO
  if (x >= Fp.ORDER || y >= Fp.ORDER) return undefined
  return valid(() => G1.fromAffine({ x, y }))
}

function readG2(bytes: Uint8Array, start: number): PointG2 | undefined {
  const [x1, x0, y1, y0] = [0, 32, 64, 96].map((place) => coordinate(bytes, start + place)) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ]
  const all = [x0, x1, y0, y1]
  if (all.every((each) => each === 0n)) return G2.ZERO
  if (all.some((each) => each >= Fp.ORDER)) return undefined
  return valid(() => G2.fromAffine({ x: { c0: x0, c1: x1 }, y: { c0: y0, c1: y1 } }))
}

/** Returns a point of the curve and its subgroup, else undefined. */
function valid<Point extends { assertValidity(): void }>(make: () => Point): Point | undefined {
  try {
    const point = make()
    point.assertValidity()
    return point
  } catch {
    return undefined
  }
}

function writeG1(point: PointG1): Uint8Array {
  const bytes = new Uint8Array(64)
  if (point.is0()) return bytes
  const { x, y } = point.toAffine()
  bytes.set(wordOf(x))
  bytes.set(wordOf(y), 32)
  return bytes
}

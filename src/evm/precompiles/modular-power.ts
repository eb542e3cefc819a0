import { bytesToNumberBE } from '@noble/curves/utils.js'
import {
  type FinalResult,
  finished,
  inputBytes,
  outOfGas,
  type Precompile,
  type SlowWork,
} from './precompile.ts'

/** Lengths, in bytes, of the operands of a modular power. */
interface Lengths {
  readonly base: bigint
  readonly exponent: bigint
  readonly modulus: bigint
}

type Pricing = 'EIP-198' | 'EIP-2565'

/** Returns the precompile that raises to a power by a modulus, all of any length. */
export const modularPower =
  (pricing: Pricing): Precompile =>
  ({ input, gas }) => {
    const word = (index: number) => bytesToNumberBE(inputBytes(input, 32 * index, 32))
    const lengths = { base: word(0), exponent: word(1), modulus: word(2) }
    const needed = gasOf(pricing, lengths, input)
    if (needed > BigInt(gas)) return outOfGas
    const gasLeft = gas - Number(needed)
    const work = new Power(lengths, input, gasLeft)
    return needed < slowGas ? finished(work) : { status: 'slow', work }
  }

/** Gas of a power from which on it runs in parts; some milliseconds. */
const slowGas = 50_000n

const headerBytes = 96

function gasOf(pricing: Pricing, lengths: Lengths, input: Uint8Array): bigint {
  const { base, exponent, modulus } = lengths
  const maxLength = base > modulus ? base : modulus
  const headStart = base > BigInt(input.length) ? input.length : headerBytes + Number(base)
  const headLength = exponent < 32n ? Number(exponent) : 32
  const head = bytesToNumberBE(inputBytes(input, headStart, headLength))
  const headBits = head === 0n ? 0n : BigInt(head.toString(2).length - 1)
  const rounds = exponent > 32n ? 8n * (exponent - 32n) + headBits : headBits
  const effectiveRounds = rounds > 0n ? rounds : 1n
  if (pricing === 'EIP-198') return (oldComplexity(maxLength) * effectiveRounds) / 20n
  const words = (maxLength + 7n) / 8n
  const gas = (words * words * effectiveRounds) / 3n
  return gas > 200n ? gas : 200n
}

function oldComplexity(length: bigint): bigint {
  const square = length * length
  if (length <= 64n) return square
  if (length <= 1024n) return square / 4n + 96n * length - 3072n
  return square / 16n + 480n * length - 199_680n
}

/** A power by squaring; the gas of the lengths has been paid, so that they are small. */
class Power implements SlowWork {
  readonly #base: bigint
  readonly #modulus: bigint
  readonly #modulusLength: number
  readonly #gasLeft: number
  /** Bits of the exponent. */
  readonly #digits: string
  /** Bits of a part. */
  readonly #bitsOfPart: number
  #value: bigint
  #next = 0

  constructor(lengths: Lengths, input: Uint8Array, gasLeft: number) {
    this.#gasLeft = gasLeft
    this.#modulusLength = Number(lengths.modulus)
    let start = headerBytes
    const next = (length: bigint) => {
      const bytes = this.#modulusLength === 0 ? none : inputBytes(input, start, Number(length))
      start += Number(length)
      return BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)
    }
    this.#base = next(lengths.base)
    const exponent = next(lengths.exponent)
    this.#modulus = next(lengths.modulus)
    this.#digits = exponent === 0n || this.#modulus === 0n ? '' : exponent.toString(2)
    this.#value = this.#modulus === 0n ? 0n : 1n % this.#modulus
    // A bit costs what EIP-2565 says of it, and a base can be longer than the modulus.
    const words = Math.max(this.#modulusLength, Number(lengths.base)) / 8
    this.#bitsOfPart = Math.max(1, Math.floor(gasOfPart / (1 + (words * words) / 3)))
  }

  advance(): FinalResult | undefined {
    const end = Math.min(this.#digits.length, this.#next + this.#bitsOfPart)
    for (; this.#next < end; this.#next++) {
      this.#value = (this.#value * this.#value) % this.#modulus
      if (this.#digits[this.#next] === '1') this.#value = (this.#value * this.#base) % this.#modulus
    }
    if (this.#next < this.#digits.length) return undefined
    const output = new Uint8Array(this.#modulusLength)
    const hex = this.#value.toString(16).padStart(2 * this.#modulusLength, '0')
    output.set(Buffer.from(this.#modulusLength === 0 ? '' : hex, 'hex'))
    return { status: 'success', gasLeft: this.#gasLeft, output }
  }
}

const gasOfPart = 10_000
const none = new Uint8Array()

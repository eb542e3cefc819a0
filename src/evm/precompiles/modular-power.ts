import { bytesToNumberBE } from '@noble/curves/utils.js'
import { inputBytes, outOfGas, type Precompile } from './precompile.ts'

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
    return { status: 'success', gasLeft, output: power(lengths, input) }
  }

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

/** Raises; the gas of the lengths has been paid, so that they are small. */
function power(lengths: Lengths, input: Uint8Array): Uint8Array {
  const modulusLength = Number(lengths.modulus)
  const result = new Uint8Array(modulusLength)
  if (modulusLength === 0) return result
  let start = headerBytes
  const next = (length: bigint) => {
    const bytes = inputBytes(input, start, Number(length))
    start += Number(length)
    return BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)
  }
  const base = next(lengths.base)
  const exponent = next(lengths.exponent)
  const modulus = next(lengths.modulus)
  if (modulus === 0n) return result
  let value = 1n % modulus
  const digits = exponent === 0n ? '' : exponent.toString(2)
  for (const digit of digits) {
    value = (value * value) % modulus
    if (digit === '1') value = (value * base) % modulus
  }
  const hex = value.toString(16).padStart(2 * modulusLength, '0')
  result.set(Buffer.from(hex, 'hex'))
  return result
}

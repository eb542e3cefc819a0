import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '../../formats/hashes.ts'
import { wordsOf } from '../gas.ts'
import { blake2Compression } from './blake2.ts'
import { curveAdd, curveMultiply, curvePairing } from './bn254.ts'
import { recoverAddress } from './ec-recover.ts'
import { modularPower } from './modular-power.ts'
import { pointEvaluation } from './point-evaluation.ts'
import { type Precompile, pure } from './precompile.ts'

/** Returns the address of a precompile by its number. */
export const precompileAddress = (number: number): string =>
  `0x${number.toString(16).padStart(40, '0')}`

const perWord = (base: number, word: number) => (input: Uint8Array) =>
  base + word * wordsOf(input.length)

const padded = (bytes: Uint8Array) => {
  const word = new Uint8Array(32)
  word.set(bytes, 32 - bytes.length)
  return word
}

/** Returns the precompiles of Ethereum in a fork from Istanbul on, by address. */
export function ethereumPrecompiles(
  fork: 'istanbul' | 'berlin' | 'london' | 'shanghai' | 'cancun',
): Map<string, Precompile> {
  const contracts: Precompile[] = [
    pure(() => 3000, recoverAddress),
    pure(perWord(60, 12), sha256),
    pure(perWord(600, 120), (input) => padded(ripemd160(input))),
    // A copy: the input may be a view of the caller's memory.
    pure(perWord(15, 3), (input) => input.slice()),
    modularPower(fork === 'istanbul' ? 'EIP-198' : 'EIP-2565'),
    curveAdd,
    curveMultiply,
    curvePairing,
    blake2Compression,
  ]
  if (fork === 'cancun') contracts.push(pointEvaluation)
  return new Map(contracts.map((contract, index) => [precompileAddress(index + 1), contract]))
}

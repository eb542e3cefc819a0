import { addressOf } from '../../formats/addresses.ts'
import { FormatError } from '../../formats/codec.ts'
import type { OutputOwners } from '../../formats/components.ts'
import { encodeCb58 } from '../../formats/ids.ts'
import { compareBytes } from '../../formats/ordering.ts'
import { recover } from '../../formats/secp256k1.ts'
import type { AnyCredential } from '../../formats/signed-transactions.ts'
import { refuse } from './refuse.ts'

// Ownership (avalanchego vms/secp256k1fx): owners, signature indices and signatures.

/** Requirements that a signature proves. */
export interface Proof {
  /** SHA-256 of the unsigned bytes. */
  readonly hash: Uint8Array
  /** Epoch seconds. */
  readonly time: number
}

/** Checks the form of owners. */
export function verifyOwners({
  threshold,
  addresses,
}: Pick<OutputOwners, 'threshold' | 'addresses'>): void {
  if (threshold > addresses.length) refuse('output is unspendable')
  if (threshold === 0 && addresses.length > 0) refuse('output representation should be optimized')
  if (!isAscending(addresses, compareBytes)) refuse('addresses not sorted and unique')
}

/** Checks the form of signature indices. */
export function verifyIndices(indices: readonly number[]): void {
  if (!isAscending(indices, (a, b) => a - b)) refuse('address indices not sorted and unique')
}

/** Checks that as many owners as the threshold signed, each at its index. */
export function verifyCredential(
  { hash, time }: Proof,
  indices: readonly number[],
  { signatures }: AnyCredential,
  { locktime, threshold, addresses }: OutputOwners,
): void {
  if (locktime > BigInt(time)) refuse('output is time locked')
  if (threshold < indices.length) refuse('input has more signers than expected')
  if (threshold > indices.length) refuse('input has less signers than expected')
  if (indices.length !== signatures.length)
    refuse('input expected a different number of signers than provided in the credential')
  for (const [position, index] of indices.entries()) {
    const expected = addresses[index]
    const signature = signatures[position]
    if (!expected || !signature) refuse('input referenced a nonexistent address in the output')
    const actual = signerOf(hash, signature)
    if (compareBytes(actual, expected) !== 0)
      refuse(
        `wrong signature: expected signature from ${encodeCb58(expected)} but got from ${encodeCb58(actual)}`,
      )
  }
}

/** Returns the 20 bytes of the address that signed. */
function signerOf(hash: Uint8Array, signature: Uint8Array): Uint8Array {
  try {
    return addressOf(recover(hash, signature))
  } catch (error) {
    if (error instanceof FormatError) refuse(`wrong signature: ${error.message}`)
    throw error
  }
}

/** Tells whether each value sorts after the one before it. */
export const isAscending = <Value>(
  values: readonly Value[],
  compare: (a: Value, b: Value) => number,
): boolean =>
  values.every((value, index) => {
    const before = values[index - 1]
    return before === undefined || compare(before, value) < 0
  })

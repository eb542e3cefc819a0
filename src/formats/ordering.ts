import { encode, type Schema } from './codec.ts'
import { sha256 } from './hashes.ts'
import { Output } from './utxos.ts'

// Orders that nodes require (avalanchego `IsSortedAndUnique` of each list). Arguments stay
// unchanged; the caller ensures uniqueness.

/** Compares byte by byte: negative, zero or positive as `a` sorts before, with or after `b`. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b)
}

/** Sorts owner addresses, 20 bytes each, ascending. */
export function sortAddresses(addresses: readonly Uint8Array[]): Uint8Array[] {
  return [...addresses].sort(compareBytes)
}

/** Sorts outputs of a transaction by asset id, then by bytes of the output with its type id. */
export function sortOutputs<T extends { readonly assetId: Uint8Array; readonly output: Output }>(
  outputs: readonly T[],
): T[] {
  return outputs
    .map((value) => ({ value, bytes: encode(Output, value.output) }))
    .sort(
      (a, b) => compareBytes(a.value.assetId, b.value.assetId) || compareBytes(a.bytes, b.bytes),
    )
    .map(({ value }) => value)
}

/** Sorts inputs of a transaction by id of the spent transaction, then by output index. */
export function sortInputs<T extends { readonly txId: Uint8Array; readonly outputIndex: number }>(
  inputs: readonly T[],
): T[] {
  return [...inputs].sort((a, b) => compareBytes(a.txId, b.txId) || a.outputIndex - b.outputIndex)
}

/** Sorts inputs and outputs on the EVM side of atomic transactions by address, then by asset id. */
export function sortByAddress<
  T extends { readonly address: Uint8Array; readonly assetId: Uint8Array },
>(entries: readonly T[]): T[] {
  return [...entries].sort(
    (a, b) => compareBytes(a.address, b.address) || compareBytes(a.assetId, b.assetId),
  )
}

/** Sorts values by their bytes: outputs of an initial state, operations. */
export function sortByEncoding<T>(schema: Schema<T>, values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, bytes: encode(schema, value) }))
    .sort((a, b) => compareBytes(a.bytes, b.bytes))
    .map(({ value }) => value)
}

/** Sorts whole transactions by their SHA-256: the order in a vertex. */
export function sortByHash(transactions: readonly Uint8Array[]): Uint8Array[] {
  return transactions
    .map((bytes) => ({ bytes, hash: sha256(bytes) }))
    .sort((a, b) => compareBytes(a.hash, b.hash))
    .map(({ bytes }) => bytes)
}

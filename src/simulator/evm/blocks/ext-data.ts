import { concatBytes } from '@noble/curves/utils.js'
import { toHex } from '../../../formats/ids.ts'
import { weiPerNAvax } from '../../../networks/units.ts'
import type { AtomicTransaction } from '../../shared-memory.ts'
import type { ChainState } from '../state/chain-state.ts'

/**
 * Encodes `extData` of a C-chain block: nothing, one plain signed transaction, or since Apricot 5 a
 * list under one codec version.
 */
export function encodeExtData(
  transactions: readonly AtomicTransaction[],
  isBatch: boolean,
): Uint8Array {
  const [first] = transactions
  if (!first) return new Uint8Array()
  if (!isBatch) {
    if (transactions.length > 1)
      throw new Error('internal error: a block before Apricot 5 holds one atomic transaction')
    return first.signedBytes
  }
  const prefix = new Uint8Array(6)
  new DataView(prefix.buffer).setUint32(2, transactions.length)
  return concatBytes(prefix, ...transactions.map(({ signedBytes }) => signedBytes.subarray(2)))
}

/** Moves the imports and exports of atomic transactions into and out of the EVM. */
export function applyAtomic(transactions: readonly AtomicTransaction[], state: ChainState): void {
  for (const { imports, exports } of transactions) {
    for (const { evmAddress, nAvax } of imports) state.add(toHex(evmAddress), nAvax * weiPerNAvax)
    for (const { evmAddress, nAvax, nonce } of exports) {
      const account = toHex(evmAddress)
      if (state.nonceOf(account) !== nonce)
        throw new Error(
          `internal error: export of ${account} has nonce ${nonce}, not ${state.nonceOf(account)}`,
        )
      state.add(account, -nAvax * weiPerNAvax)
      state.useNonce(account)
    }
  }
}

import type { SignedEvmTransaction } from '../../formats/evm/transactions.ts'
import { toHex } from '../../formats/ids.ts'
import { numberOfWord } from '../../formats/words.ts'
import type { EvmTransaction } from '../transaction.ts'

/**
 * Returns a signed transaction as the engine runs it, without what Warp adds.
 * @param sender `0x` and lower-case digits
 */
export function transactionOf(tx: SignedEvmTransaction, sender: string): EvmTransaction {
  const isDynamic = tx.type === 2
  return {
    sender,
    to: tx.to === null ? undefined : toHex(tx.to),
    nonce: tx.nonce,
    gasLimit: tx.gasLimit,
    value: tx.value,
    data: tx.data,
    maxFeePerGas: isDynamic ? tx.maxFeePerGas : tx.gasPrice,
    maxPriorityFeePerGas: isDynamic ? tx.maxPriorityFeePerGas : tx.gasPrice,
    accessList: tx.type === 0 ? [] : accessListOf(tx.accessList),
  }
}

/** Returns an access list as the engine reads it. */
export const accessListOf = (
  list: readonly { readonly address: Uint8Array; readonly storageKeys: readonly Uint8Array[] }[],
): EvmTransaction['accessList'] =>
  list.map(({ address, storageKeys }) => ({
    address: toHex(address),
    slots: storageKeys.map((key) => numberOfWord(key)),
  }))

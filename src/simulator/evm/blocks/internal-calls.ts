import { bytesOf } from '../../../evm/state.ts'
import { transfersPerTransaction } from '../../../store/tables/evm-contracts.ts'
import type { RowWriter } from '../../../store/world-store.ts'
import { type InternalCall, movedBy } from '../execution/call-tree.ts'
import type { AddressTexts } from '../ledgers/ledger.ts'

interface CallTools {
  readonly chainId: string
  readonly textOf: AddressTexts
  readonly store: RowWriter
}

/**
 * Writes the internal calls of a transaction, and the addresses that list them. More than a
 * transaction has keys for are left out (G-316).
 */
export function writeInternalCalls(
  calls: readonly InternalCall[],
  txSeq: number,
  { chainId, textOf, store }: CallTools,
): void {
  calls.slice(0, transfersPerTransaction).forEach(({ node, isReverted }, index) => {
    const seq = txSeq * transfersPerTransaction + index
    const [sender, recipient] = [textOf(bytesOf(node.from)), textOf(bytesOf(node.to))]
    const value = movedBy(node)
    store.insert('internal_transaction', {
      seq,
      tx_seq: txSeq,
      type: node.kind,
      sender,
      recipient,
      value,
      gas_limit: String(node.gas),
      gas_used: String(node.gasUsed),
      is_reverted: isReverted ? 1 : 0,
    })
    const isCreation = node.kind === 'CREATE' || node.kind === 'CREATE2'
    if (value === 0n && !isCreation) return
    for (const address of new Set([sender, recipient]))
      store.insert('internal_activity', { chain_id: chainId, address, seq })
  })
}

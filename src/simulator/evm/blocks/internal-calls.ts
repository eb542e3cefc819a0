import { transfersPerTransaction } from '../../../store/tables/evm-contracts.ts'
import type { RowWriter } from '../../../store/world-store.ts'
import type { InternalCall } from '../effects/outcome.ts'
import type { AddressTexts } from '../ledgers/ledger.ts'

/** Transaction that contracts execute in. */
interface CallSource {
  readonly seq: number
  /** Gas for execution, in addition to the intrinsic gas. */
  readonly gas: { readonly used: bigint; readonly limit: bigint }
}

interface CallTools {
  readonly chainId: string
  readonly textOf: AddressTexts
  readonly store: RowWriter
}

/**
 * Gas that Solidity's `transfer` passes on with native value. Source: `CallStipend`, go-ethereum.
 */
const stipend = 2_300n

/** Writes the internal calls of a transaction, and the addresses that list them. */
export function writeInternalCalls(
  calls: readonly InternalCall[],
  { seq: txSeq, gas }: CallSource,
  { chainId, textOf, store }: CallTools,
): void {
  if (calls.length > transfersPerTransaction)
    throw new Error(`more than ${transfersPerTransaction} calls in one transaction`)
  // G-120: the called contract and those that it calls use the gas in equal parts.
  const share = gas.used / BigInt(calls.length + 1)
  let left = gas.limit - share
  calls.forEach(({ type, from, to, value = 0n, isReverted = false }, index) => {
    const seq = txSeq * transfersPerTransaction + index
    const [sender, recipient] = [textOf(from), textOf(to)]
    const used = value > 0n ? 0n : share
    store.insert('internal_transaction', {
      seq,
      tx_seq: txSeq,
      type,
      sender,
      recipient,
      value,
      // A caller keeps a 64th of the available gas (EIP-150).
      gas_limit: value > 0n ? stipend : left - left / 64n,
      gas_used: used,
      is_reverted: isReverted ? 1 : 0,
    })
    left -= used
    if (value === 0n && type !== 'CREATE') return
    for (const address of new Set([sender, recipient]))
      store.insert('internal_activity', { chain_id: chainId, address, seq })
  })
}

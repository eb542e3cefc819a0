import { bothChains } from '../../../../schemas/data/transactions.ts'
import type { Dialect } from '../../../http/request/dialect.ts'
import { blockchainIdOf } from '../../../networks/primary-chain.ts'
import type { TransactionRow } from './stored-transactions.ts'

/**
 * Returns the blockchain ids between which an ImportTx or ExportTx moves value; nothing for other
 * types.
 */
export function movedBetween(
  row: TransactionRow,
  dialect: Dialect,
): { sourceChain?: string; destinationChain?: string } {
  const { source_chain: source, destination_chain: destination } = row
  if (source === null && destination === null) return {}
  const own = bothChains.in(dialect) ? blockchainIdOf(row.network, row.chain) : null
  const from = source ?? own
  const to = destination ?? own
  return {
    ...(from !== null && { sourceChain: from }),
    ...(to !== null && { destinationChain: to }),
  }
}

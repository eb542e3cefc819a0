import type { Static } from '@sinclair/typebox'
import type {
  listLatestTransactionsAllChains,
  TransactionStatus,
} from '../../../../schemas/data/evm-latest.ts'
import type { Input, Operation } from '../../../../schemas/operation.ts'
import type { Dialect } from '../../../http/request/dialect.ts'
import { openPage } from '../../../http/rest/page.ts'
import { networkOf } from '../../../networks/network.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'
import { chainsOf } from '../chains/chains-of.ts'
import { mergedPage } from '../merged-lists.ts'
import { readTransactions } from './read-transactions.ts'

/** Returns a page of the transactions of all chains, or of those of one network. G-107 */
export function latestTransactions(
  world: World,
  operation: Pick<Operation, 'operationId'>,
  { query }: Input<typeof listLatestTransactionsAllChains>,
  dialect: Dialect,
) {
  const chains = chainsOf(world, query.network)
  const filters = [query.network && networkOf(query.network), query.status]
  const page = openPage(world, { operation, filters }, query)

  const { rows, next } = mergedPage(page, ({ until, limit }) =>
    chains.map(({ chain_id: chainId }) => {
      const before = world.get(selectFirstAfter, { chainId, until })?.seq
      return newestTransactions(world, { chainId, before, status: query.status, limit })
    }),
  )
  const seqs = rows.map(({ seq }) => seq)
  return { ...next, transactions: readTransactions(world, seqs, dialect) }
}

/** Transaction with the time of its block. */
interface FoundTransaction {
  readonly seq: number
  readonly timestamp: number
}

interface Wanted {
  readonly chainId: string
  /** Upper bound of the keys, excluded; absent: from the newest on. */
  readonly before: number | undefined
  readonly status: Static<typeof TransactionStatus> | undefined
  readonly limit: number
}

/** Returns the transactions of a chain before a key, newest first. */
export function newestTransactions(
  world: World,
  { chainId, before = Number.MAX_SAFE_INTEGER, status, limit }: Wanted,
): FoundTransaction[] {
  const select =
    status === undefined ? selectBefore : status === 'failed' ? selectFailed : selectSucceeded
  return world.all(select, { chainId, before, limit })
}

const selectFirstAfter = statement<{ chainId: string; until: number }, { seq: number }>(`
  SELECT t.seq
  FROM evm_block b
  CROSS JOIN evm_transaction t ON t.chain_id = b.chain_id AND t.block_number = b.number
  WHERE b.chain_id = :chainId AND b.timestamp > :until
  ORDER BY b.timestamp, b.number, t.block_index
  LIMIT 1`)

/** Builds a walk down from a chain's last key. Its keys are contiguous: no other chain gets in. */
const selection = (index: string, condition = '') =>
  statement<{ chainId: string; before: number; limit: number }, FoundTransaction>(`
  SELECT t.seq, b.timestamp
  FROM evm_transaction t ${index}
  CROSS JOIN evm_block b ON b.chain_id = t.chain_id AND b.number = t.block_number
  WHERE t.chain_id = :chainId ${condition}
    AND t.seq < min(:before, 1 + (
      SELECT seq FROM evm_transaction WHERE chain_id = :chainId
      ORDER BY block_number DESC, block_index DESC LIMIT 1))
    AND t.seq >= (
      SELECT seq FROM evm_transaction WHERE chain_id = :chainId
      ORDER BY block_number, block_index LIMIT 1)
  ORDER BY t.seq DESC
  LIMIT :limit + 0`)

const selectBefore = selection('NOT INDEXED')
const selectSucceeded = selection('NOT INDEXED', 'AND t.status = 1')
// Few transactions fail: without an index of their own, the search would read all transactions.
const selectFailed = selection('INDEXED BY evm_transaction_failed', 'AND t.status = 0')

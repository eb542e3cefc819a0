import { LivePrimaryTransactions } from '../../../../schemas/data/live-primary.ts'
import { listPrimaryTransactions } from '../../../../schemas/data/transactions.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'
import { findPrimaryChain } from '../requested-chain.ts'
import { remainingRange, seqsOf } from '../seq-lists.ts'
import { findTransactions } from './find-transactions.ts'
import { showTransactions } from './show-transactions.ts'
import { readTransactionFilter } from './transaction-filter.ts'

/** Maximum number of UTXOs on a page; the transaction that passes it ends the page. G-68 */
const utxoBudget = 500

/**
 * `GET /v1/networks/{network}/blockchains/{blockchainId}/transactions`: those of the addresses or
 * of the L1 validator if given, newest first by default. 400 for filters that need addresses
 * without them.
 */
export const listPrimaryTransactionsRoute = route(
  listPrimaryTransactions,
  (world, { params, query }, { dialect }) => {
    const chain = findPrimaryChain(params)
    const filter = readTransactionFilter(chain, query, dialect)
    const order = query.sortOrder
    const page = openPage(
      world,
      {
        operation: listPrimaryTransactions,
        filters: [chain.network, chain.chain, JSON.stringify(filter)],
        order,
      },
      query,
    )

    const wanted = { range: remainingRange(page, order), order, limit: page.limit }
    const found = findTransactions(world, chain, filter, wanted)
    const { rows, next } = page.cut(found, ({ seq }) => seq, {
      max: countWithinBudget(world, seqsOf(found)),
    })
    return {
      ...next,
      transactions: showTransactions(world, chain.chain, seqsOf(rows), dialect),
      chainInfo: chain.info,
    }
  },
  { liveResponse: LivePrimaryTransactions },
)

/**
 * Returns the number of transactions, in their order, that fit the budget: at least one, if any.
 */
function countWithinBudget(world: World, seqs: readonly number[]): number {
  let utxoCount = 0
  const counts = world.all(selectUtxoCounts, { txSeqs: JSON.stringify(seqs) })
  const last = counts.findIndex(({ count }) => {
    utxoCount += count
    return utxoCount > utxoBudget
  })
  return last === -1 ? seqs.length : last + 1
}

const selectUtxoCounts = statement<{ txSeqs: string }, { count: number }>(`
  SELECT (SELECT count(*) FROM utxo WHERE emitted_by = asked.value)
       + (SELECT count(*) FROM utxo WHERE consumed_by = asked.value) AS count
  FROM json_each(:txSeqs) AS asked ORDER BY asked.key`)

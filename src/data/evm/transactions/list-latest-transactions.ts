import { listLatestTransactions } from '../../../../schemas/data/evm-latest.ts'
import { LiveNativeTransactions } from '../../../../schemas/data/live-evm.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { findChain } from '../find-chain.ts'
import { newestTransactions } from './latest-transactions.ts'
import { readTransactions } from './read-transactions.ts'

/** `GET /v1/chains/{chainId}/transactions`: newest first; 404 for a chain outside the world. */
export const listLatestTransactionsRoute = route(
  listLatestTransactions,
  (world, { params, query }, { dialect }) => {
    const { chain_id: chainId } = findChain(world, params.chainId)
    const { status } = query
    const scope = { operation: listLatestTransactions, filters: [chainId, status] }
    const page = openPage(world, scope, query)

    const wanted = { chainId, before: page.key, status, limit: page.limit }
    const { rows, next } = page.cut(newestTransactions(world, wanted), ({ seq }) => seq)
    const seqs = rows.map(({ seq }) => seq)
    return { ...next, transactions: readTransactions(world, seqs, dialect) }
  },
  { liveResponse: LiveNativeTransactions },
)

import { listAllLatestTransactions } from '../../../../schemas/data/evm-latest.ts'
import { LiveNativeTransactions } from '../../../../schemas/data/live-evm.ts'
import { route } from '../../../http/rest/route.ts'
import { latestTransactions } from './latest-transactions.ts'

/** `GET /v1/chains/allTransactions`: newest first. G-107 */
export const listAllLatestTransactionsRoute = route(
  listAllLatestTransactions,
  (world, input, { dialect }) =>
    latestTransactions(world, listAllLatestTransactions, input, dialect),
  { liveResponse: LiveNativeTransactions },
)

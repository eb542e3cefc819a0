import { listLatestTransactionsAllChains } from '../../../../schemas/data/evm-latest.ts'
import { LiveNativeTransactions } from '../../../../schemas/data/live-evm.ts'
import { route } from '../../../http/rest/route.ts'
import { latestTransactions } from './latest-transactions.ts'

/** `GET /v1/transactions`: newest first. G-107 */
export const listLatestTransactionsAllChainsRoute = route(
  listLatestTransactionsAllChains,
  (world, input, { dialect }) =>
    latestTransactions(world, listLatestTransactionsAllChains, input, dialect),
  { liveResponse: LiveNativeTransactions },
)

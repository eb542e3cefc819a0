import { LivePlatformTransactions } from '../../../../schemas/data/live-primary.ts'
import { listActivePrimaryNetworkStakingTransactions } from '../../../../schemas/data/primary-network.ts'
import { checkTimeRange } from '../../../http/request/time-range.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { findPrimaryChain } from '../requested-chain.ts'
import { asJson, type Found, inBothOrders, remainingRange, seqsOf } from '../seq-lists.ts'
import { readAddresses } from '../text-lists.ts'
import { withinTimes } from '../transactions/find-transactions.ts'
import { showTransactions } from '../transactions/show-transactions.ts'

/**
 * `GET …/blockchains/{blockchainId}/transactions:listStaking`: running stakes without appointments,
 * newest first by default. G-131
 */
export const listActivePrimaryNetworkStakingTransactionsRoute = route(
  listActivePrimaryNetworkStakingTransactions,
  (world, { params, query }, { dialect }) => {
    const { network, chain, info } = findPrimaryChain(params)
    checkTimeRange(query)
    const { startTimestamp, endTimestamp, sortOrder: order } = query
    const addresses =
      query.addresses === undefined
        ? null
        : asJson(readAddresses('addresses', query.addresses, network))
    const txTypes = asJson(query.txTypes && [...new Set(query.txTypes)].sort())
    const filters = [network, addresses, txTypes, startTimestamp, endTimestamp]
    const operation = listActivePrimaryNetworkStakingTransactions
    const page = openPage(world, { operation, filters, order }, query)

    const range = withinTimes(world, { network, chain }, query, remainingRange(page, order))
    const bindings = { network, addresses, txTypes, ...range, limit: page.limit }
    const { rows, next } = page.cut(world.all(selectRunning[order], bindings), ({ seq }) => seq)
    return {
      ...next,
      transactions: showTransactions(world, chain, seqsOf(rows), dialect),
      chainInfo: info,
    }
  },
  { liveResponse: LivePlatformTransactions },
)

type Bindings = {
  network: string
  addresses: string | null
  txTypes: string | null
  low: number
  high: number
  limit: number
}

const selectRunning = inBothOrders<Bindings, Found>(
  (direction) => `
  SELECT stake.tx_seq AS seq
  FROM staking_period AS stake INDEXED BY staking_period_running
  CROSS JOIN primary_transaction AS tx ON tx.seq = stake.tx_seq
  WHERE stake.network = :network AND stake.start_height IS NOT NULL AND stake.end_height IS NULL
    AND stake.tx_seq BETWEEN :low AND :high AND stake.kind <> 'appointed'
    AND (:txTypes IS NULL OR tx.tx_type IN (SELECT value FROM json_each(:txTypes)))
    AND (:addresses IS NULL OR EXISTS (
      SELECT 1 FROM json_each(:addresses) AS asked CROSS JOIN address_transaction AS own
        ON own.network = :network AND own.chain = 'P' AND own.address = asked.value
          AND own.tx_seq = stake.tx_seq))
  ORDER BY stake.tx_seq ${direction} LIMIT :limit + 0`,
)

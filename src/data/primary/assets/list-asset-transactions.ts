import { listAssetTransactions } from '../../../../schemas/data/assets.ts'
import { checkTimeRange } from '../../../http/request/time-range.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import { findPrimaryChain } from '../requested-chain.ts'
import { type Found, lateral, remainingRange, seqsOf } from '../seq-lists.ts'
import { withinTimes } from '../transactions/find-transactions.ts'
import { showTransactions } from '../transactions/show-transactions.ts'
import { findAsset } from './find-asset.ts'

/** `GET …/assets/{assetId}/transactions`: newest first; 404 for no asset of the network. G-110 */
export const listAssetTransactionsRoute = route(
  listAssetTransactions,
  (world, { params, query }) => {
    const { network, chain, info } = findPrimaryChain(params)
    const { assetId } = params
    checkTimeRange(query)
    const { startTimestamp, endTimestamp } = query
    const types = query.txTypes && JSON.stringify([...new Set(query.txTypes)].sort())
    const filters = [network, assetId, types, startTimestamp, endTimestamp]
    const page = openPage(world, { operation: listAssetTransactions, filters }, query)
    findAsset(world, network, assetId)

    const range = withinTimes(world, { network, chain }, query, remainingRange(page, 'desc'))
    const bindings = { network, assetId, ...range, limit: page.limit }
    const found =
      types === undefined
        ? world.all(selectTransactions, bindings)
        : world.all(selectByType, { ...bindings, types })
    const { rows, next } = page.cut(found, ({ seq }) => seq)
    return {
      ...next,
      transactions: showTransactions(world, chain, seqsOf(rows), 'live'),
      chainInfo: info,
    }
  },
)

type Bindings = { network: string; assetId: string; low: number; high: number; limit: number }

const selectTransactions = statement<Bindings, Found>(`
  SELECT tx_seq AS seq
  FROM asset_transaction
  WHERE network = :network AND asset_id = :assetId AND tx_seq BETWEEN :low AND :high
  ORDER BY tx_seq DESC
  LIMIT :limit + 0`)

const selectByType = statement<Bindings & { types: string }, Found>(`
  SELECT found.value AS seq
  FROM json_each(:types) AS asked
  CROSS JOIN ${lateral(`
    SELECT tx_seq AS seq FROM asset_transaction
    WHERE network = :network AND asset_id = :assetId AND tx_type = asked.value
      AND tx_seq BETWEEN :low AND :high
    ORDER BY tx_seq DESC LIMIT :limit + 0`)} AS found
  ORDER BY seq DESC
  LIMIT :limit + 0`)

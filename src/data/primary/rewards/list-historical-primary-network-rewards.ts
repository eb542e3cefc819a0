import {
  type HistoricalReward,
  listHistoricalPrimaryNetworkRewards,
} from '../../../../schemas/data/rewards.ts'
import type { RewardType } from '../../../../schemas/data/transactions.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { networkOf } from '../../../networks/network.ts'
import { statement } from '../../../store/statement.ts'
import { type AssetAmountRow, assetColumns, toAssetAmount } from '../assets.ts'
import { type Found, inBothOrders, lateral, remainingRange, seqsOf } from '../seq-lists.ts'
import { readRewardFilter } from './reward-filter.ts'

/**
 * `GET /v1/networks/{network}/rewards`: outputs created at the ends of stakes, latest first by
 * default. They have no price of that time: G-101. G-125
 */
export const listHistoricalPrimaryNetworkRewardsRoute = route(
  listHistoricalPrimaryNetworkRewards,
  (world, { params, query }) => {
    const network = networkOf(params.network)
    const filter = readRewardFilter(network, query)
    const order = query.sortOrder
    const { addresses, nodeIds } = filter
    const page = openPage(
      world,
      {
        operation: listHistoricalPrimaryNetworkRewards,
        filters: [network, addresses, nodeIds],
        order,
      },
      query,
    )
    const bindings = { network, ...remainingRange(page, order), limit: page.limit }
    const found =
      addresses === null
        ? world.all(selectOfNodes[order], { ...bindings, nodeIds })
        : world.all(selectOfOwners[order], { ...bindings, addresses, nodeIds })
    const { rows, next } = page.cut(found, ({ seq }) => seq)
    const rewards = world.all(selectRewards, { seqs: JSON.stringify(seqsOf(rows)) })
    return { ...next, historicalRewards: rewards.map(toHistoricalReward) }
  },
)

type Bounded = {
  network: string
  nodeIds: string | null
  low: number
  high: number
  limit: number
}

const selectOfOwners = inBothOrders<Bounded & { addresses: string }, Found>(
  (direction) => `
  SELECT DISTINCT found.value AS seq
  FROM json_each(:addresses) AS asked
  CROSS JOIN ${lateral(`
    SELECT utxo_seq AS seq
    FROM address_reward
    WHERE network = :network AND address = asked.value AND utxo_seq BETWEEN :low AND :high
      AND (:nodeIds IS NULL OR node_id IN (SELECT value FROM json_each(:nodeIds)))
    ORDER BY utxo_seq ${direction} LIMIT :limit + 0`)} AS found
  ORDER BY seq ${direction} LIMIT :limit + 0`,
)

/** A reward of several owners has a row for each. */
const selectOfNodes = inBothOrders<Bounded, Found>(
  (direction) => `
  SELECT DISTINCT found.value AS seq
  FROM json_each(:nodeIds) AS asked
  CROSS JOIN ${lateral(`
    SELECT DISTINCT utxo_seq AS seq
    FROM address_reward
    WHERE network = :network AND node_id = asked.value AND utxo_seq BETWEEN :low AND :high
    ORDER BY utxo_seq ${direction} LIMIT :limit + 0`)} AS found
  ORDER BY seq ${direction} LIMIT :limit + 0`,
)

const selectRewards = statement<{ seqs: string }, Row>(`
  SELECT utxo.utxo_id, utxo.output_index, utxo.reward_type, utxo.amount, ${assetColumns},
         (SELECT json_group_array(address ORDER BY position)
          FROM utxo_address WHERE utxo_seq = utxo.seq) AS addresses,
         stake.tx_id, stake.weight, stake.node_id, staking.timestamp AS staked_at, stake.end_timestamp,
         rewarding.tx_id AS reward_tx_id
  FROM json_each(:seqs) AS asked
  CROSS JOIN utxo ON utxo.seq = asked.value
  JOIN asset ON asset.network = utxo.network AND asset.asset_id = utxo.asset_id
  JOIN staking_period AS stake ON stake.network = utxo.network AND stake.tx_id = utxo.tx_id
  JOIN primary_transaction AS staking ON staking.seq = stake.tx_seq
  JOIN primary_transaction AS rewarding ON rewarding.seq = utxo.emitted_by
  ORDER BY asked.key`)

/** `addresses` is a JSON list. */
interface Row extends AssetAmountRow {
  utxo_id: string
  output_index: number
  reward_type: RewardType
  addresses: string
  tx_id: string
  weight: string
  node_id: string
  /** Time of the block that accepted the stake, which may begin later. */
  staked_at: number
  end_timestamp: number
  reward_tx_id: string
}

const toHistoricalReward = (row: Row): HistoricalReward => ({
  addresses: JSON.parse(row.addresses),
  txHash: row.tx_id,
  amountStaked: row.weight,
  nodeId: row.node_id,
  startTimestamp: row.staked_at,
  endTimestamp: row.end_timestamp,
  rewardType: row.reward_type,
  utxoId: row.utxo_id,
  outputIndex: row.output_index,
  reward: toAssetAmount(row),
  rewardTxHash: row.reward_tx_id,
})

import {
  listPendingPrimaryNetworkRewards,
  type PendingReward,
} from '../../../../schemas/data/rewards.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { primaryNetworkId } from '../../../networks/constants.ts'
import { networkOf } from '../../../networks/network.ts'
import { splitReward } from '../../../simulator/primary/staking/rewards.ts'
import { statement } from '../../../store/statement.ts'
import { type AssetAmountRow, assetColumns, toAssetAmount } from '../assets.ts'
import { type Found, inBothOrders, lateral, remainingRange, seqsOf } from '../seq-lists.ts'
import { readRewardFilter } from './reward-filter.ts'

/**
 * `GET /v1/networks/{network}/rewards:listPending`: rewards of the running stakes of the primary
 * network, latest first by default. G-125
 */
export const listPendingPrimaryNetworkRewardsRoute = route(
  listPendingPrimaryNetworkRewards,
  (world, { params, query }) => {
    const network = networkOf(params.network)
    const { addresses, nodeIds } = readRewardFilter(network, query)
    const order = query.sortOrder
    const filters = [network, addresses, nodeIds]
    const page = openPage(
      world,
      { operation: listPendingPrimaryNetworkRewards, filters, order },
      query,
    )
    const bindings = { network, nodeIds, ...remainingRange(page, order), limit: page.limit }
    const found =
      addresses === null
        ? world.all(selectOfNodes[order], bindings)
        : world.all(selectOfOwners[order], { ...bindings, addresses })
    const { rows, next } = page.cut(found, ({ seq }) => seq)
    const now = world.clock.nowSeconds()
    const rewards = world.all(selectRewards, { keys: JSON.stringify(seqsOf(rows)) })
    return { ...next, pendingRewards: rewards.map((row) => toPendingReward(row, now)) }
  },
)

type Bounded = {
  network: string
  nodeIds: string | null
  low: number
  high: number
  limit: number
}

const isRunning = (alias: string) => `
  ${alias}.network = :network AND ${alias}.subnet_id = '${primaryNetworkId}'
  AND ${alias}.start_height IS NOT NULL AND ${alias}.end_height IS NULL`

/*
 * A stake has the key 2 seq + 1, the fee of a delegation 2 seq. The fee belongs to the validator,
 * whose stake is among the requested ones.
 */
const stakeKey = (alias: string) => `2 * ${alias}.tx_seq + 1`
const feeKey = (alias: string) => `2 * ${alias}.tx_seq`

/** No earlier stake still runs. */
const oldestRunning = `
  (SELECT oldest.tx_seq FROM staking_period AS oldest INDEXED BY staking_period_running
   WHERE oldest.network = :network
     AND oldest.start_height IS NOT NULL AND oldest.end_height IS NULL
   ORDER BY oldest.tx_seq LIMIT 1)`

/**
 * Builds SQL for the first few running stakes, or fees of them, that meet a condition, by their
 * keys.
 */
const first = (
  key: typeof stakeKey,
  [stakes, condition, seq]: readonly [from: string, where: string, seq: string],
  direction: string,
) =>
  lateral(`
    SELECT ${key('stake')} AS seq FROM ${stakes}
    WHERE ${isRunning('stake')} AND ${condition}
      AND ${seq} BETWEEN max(CAST(:low AS INTEGER) / 2, ${oldestRunning})
        AND CAST(:high AS INTEGER) / 2
      AND ${key('stake')} BETWEEN :low AND :high
    ORDER BY ${seq} ${direction} LIMIT :limit + 0`)

/** Builds the source of the running stakes of a node, by an index that ends with their keys. */
const ofNode = (kind: string, node: string) =>
  [
    'staking_period AS stake INDEXED BY staking_period_current',
    `stake.kind = '${kind}' AND stake.node_id = ${node}`,
    'stake.tx_seq',
  ] as const

/**
 * Builds the role of the addresses that take the reward of a stake, or the fees of delegations to
 * it: those of `reward`, unless the two have different owners.
 */
const roleOf = (role: 'stake reward' | 'fee reward', seq: string) => `
  iif(EXISTS (
    SELECT 1 FROM transaction_address
    WHERE tx_seq = ${seq} AND role IN ('stake reward', 'fee reward')), '${role}', 'reward')`

const ofOwner = [
  `transaction_address AS owner INDEXED BY transaction_address_rewarded
   CROSS JOIN staking_period AS stake ON stake.tx_seq = owner.tx_seq`,
  `owner.address = asked.value AND owner.role = 'reward'
   AND stake.kind IN ('validator', 'delegator')
   AND EXISTS (
     SELECT 1 FROM transaction_address AS taker
     WHERE taker.tx_seq = stake.tx_seq AND taker.role = ${roleOf('stake reward', 'stake.tx_seq')}
       AND taker.address = asked.value)
   AND (:nodeIds IS NULL OR stake.node_id IN (SELECT value FROM json_each(:nodeIds)))`,
  'owner.tx_seq',
] as const

const select = <Bindings extends Bounded>(parts: (direction: string) => readonly string[]) =>
  inBothOrders<Bindings, Found>(
    (direction) => `
  SELECT DISTINCT seq FROM (
    ${parts(direction)
      .map((part) => `SELECT found.value AS seq FROM ${part} AS found`)
      .join(' UNION ALL ')})
  ORDER BY seq ${direction} LIMIT :limit + 0`,
  )

const selectOfOwners = select<Bounded & { addresses: string }>((direction) => [
  `json_each(:addresses) AS asked CROSS JOIN ${first(stakeKey, ofOwner, direction)}`,
  `(SELECT stake.node_id FROM staking_period AS stake INDEXED BY staking_period_current
    WHERE ${isRunning('stake')} AND stake.kind = 'validator'
      AND (:nodeIds IS NULL OR stake.node_id IN (SELECT value FROM json_each(:nodeIds)))
      AND EXISTS (
        SELECT 1 FROM transaction_address AS owner
        WHERE owner.tx_seq = stake.tx_seq
          AND owner.role = ${roleOf('fee reward', 'stake.tx_seq')}
          AND owner.address IN (SELECT value FROM json_each(:addresses)))) AS own
   CROSS JOIN ${first(feeKey, ofNode('delegator', 'own.node_id'), direction)}`,
])

const selectOfNodes = select<Bounded>((direction) =>
  [
    first(stakeKey, ofNode('validator', 'asked.value'), direction),
    first(stakeKey, ofNode('delegator', 'asked.value'), direction),
    first(feeKey, ofNode('delegator', 'asked.value'), direction),
  ].map((part) => `json_each(:nodeIds) AS asked CROSS JOIN ${part}`),
)

const selectRewards = statement<{ keys: string }, Row>(`
  SELECT asked.value % 2 = 0 AS is_fee, stake.tx_id, stake.kind, stake.weight, stake.shares,
         stake.reward, stake.node_id, stake.start_timestamp, stake.end_timestamp, ${assetColumns},
         iif(asked.value % 2 = 1,
           (SELECT json_group_array(address ORDER BY position) FROM transaction_address
            WHERE tx_seq = stake.tx_seq AND role = ${roleOf('stake reward', 'stake.tx_seq')}),
           (SELECT json_group_array(address ORDER BY position)
            FROM staking_period AS validator
            CROSS JOIN transaction_address AS owner ON owner.tx_seq = validator.tx_seq
              AND owner.role = ${roleOf('fee reward', 'validator.tx_seq')}
            WHERE validator.network = stake.network AND validator.subnet_id = stake.subnet_id
              AND validator.kind = 'validator' AND validator.node_id = stake.node_id
              AND validator.start_height IS NOT NULL AND validator.end_height IS NULL)
         ) AS addresses
  FROM json_each(:keys) AS asked
  CROSS JOIN staking_period AS stake ON stake.tx_seq = asked.value / 2
  JOIN transaction_amount AS staked
    ON staked.tx_seq = stake.tx_seq AND staked.kind = 'staked' AND staked.position = 0
  JOIN asset ON asset.network = staked.network AND asset.asset_id = staked.asset_id
  ORDER BY asked.key`)

/**
 * Row of a reward: `addresses` is a JSON list; `reward` is the total, of which the fee is a part.
 */
interface Row extends Omit<AssetAmountRow, 'amount'> {
  is_fee: 0 | 1
  tx_id: string
  kind: 'validator' | 'delegator'
  weight: string
  shares: number
  reward: string
  node_id: string
  start_timestamp: number
  end_timestamp: number
  addresses: string
}

function toPendingReward(row: Row, now: number): PendingReward {
  const { start_timestamp: start, end_timestamp: end } = row
  return {
    addresses: JSON.parse(row.addresses),
    txHash: row.tx_id,
    amountStaked: row.weight,
    nodeId: row.node_id,
    startTimestamp: start,
    endTimestamp: end,
    ...rewardOf(row),
    progress: Math.min(100, (100 * (now - start)) / (end - start)),
  }
}

function rewardOf(row: Row): Pick<PendingReward, 'rewardType' | 'estimatedReward'> {
  const reward = BigInt(row.reward)
  const { delegator, validator } = splitReward(reward, row.shares)
  const estimated = (amount: bigint) => toAssetAmount({ ...row, amount: String(amount) })
  if (row.is_fee === 1)
    return { rewardType: 'VALIDATOR_FEE', estimatedReward: estimated(validator) }
  return row.kind === 'delegator'
    ? { rewardType: 'DELEGATOR', estimatedReward: estimated(delegator) }
    : { rewardType: 'VALIDATOR', estimatedReward: estimated(reward) }
}

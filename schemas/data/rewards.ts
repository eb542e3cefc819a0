import { type Static, Type } from '@sinclair/typebox'
import { AssetAmount } from '../common-shapes.ts'
import { operation } from '../operation.ts'
import { nextPage, pageQuery } from '../paging.ts'
import {
  Count,
  CurrencyCode,
  DecimalString,
  EpochSeconds,
  NetworkParameter,
  SortOrder,
} from '../scalars.ts'
import { addressList } from './parameters.ts'
import { RewardType } from './transactions.ts'

/* Rewards for staking on the primary network. All of them are extra operations. */

/** Stake of a reward; nAVAX. */
const stake = {
  addresses: Type.Array(Type.String(), { description: 'Who gets the reward.' }),
  txHash: Type.String(),
  amountStaked: DecimalString,
  nodeId: Type.String(),
  startTimestamp: EpochSeconds,
  endTimestamp: EpochSeconds,
  rewardType: RewardType,
}

/** Output that the end of a stake created. */
export const HistoricalReward = Type.Object(
  {
    ...stake,
    utxoId: Type.String(),
    outputIndex: Count,
    reward: AssetAmount,
    rewardTxHash: Type.String(),
  },
  { $id: 'HistoricalReward' },
)
export type HistoricalReward = Static<typeof HistoricalReward>

/** Expected reward of a running stake. */
export const PendingReward = Type.Object(
  {
    ...stake,
    progress: Type.Number({ minimum: 0, maximum: 100, description: 'Percent of its time.' }),
    estimatedReward: AssetAmount,
  },
  { $id: 'PendingReward' },
)
export type PendingReward = Static<typeof PendingReward>

const params = Type.Object({ network: NetworkParameter })
const query = {
  ...pageQuery({ size: 10, max: 100 }),
  addresses: addressList('Owners of rewards, with or without P- in front.'),
  nodeIds: Type.Optional(
    Type.String({ description: 'Ids of validators, at most 64, separated by commas.' }),
  ),
  sortOrder: SortOrder,
}

/** One item for each output; 400 without addresses and nodeIds. G-125, G-101 */
export const listHistoricalPrimaryNetworkRewards = operation({
  operationId: 'listHistoricalPrimaryNetworkRewards',
  method: 'GET',
  path: '/v1/networks/{network}/rewards',
  computeUnits: 100,
  section: 'extra',
  tag: 'Primary network',
  summary: 'Rewards that were paid for staking, newest first',
  description: 'Needs addresses or nodeIds; with both, what both hold for.',
  params,
  query: Type.Object({ ...query, currency: Type.Optional(CurrencyCode) }),
  response: Type.Object({ ...nextPage, historicalRewards: Type.Array(HistoricalReward) }),
})

/** One item for a stake, and one for the validator's fee of each delegation. G-125 */
export const listPendingPrimaryNetworkRewards = operation({
  operationId: 'listPendingPrimaryNetworkRewards',
  method: 'GET',
  path: '/v1/networks/{network}/rewards:listPending',
  computeUnits: 100,
  section: 'extra',
  tag: 'Primary network',
  summary: 'Rewards that running stakes will bring, newest stake first',
  description: 'Needs addresses or nodeIds; with both, what both hold for.',
  params,
  query: Type.Object(query),
  response: Type.Object({ ...nextPage, pendingRewards: Type.Array(PendingReward) }),
})

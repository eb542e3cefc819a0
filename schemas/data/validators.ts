import { type Static, Type } from '@sinclair/typebox'
import { BlsCredentials } from '../common-shapes.ts'
import { operation } from '../operation.ts'
import { nextPage, pageQuery } from '../paging.ts'
import {
  Cb58Id,
  Count,
  DecimalFraction,
  DecimalString,
  EpochSeconds,
  NetworkParameter,
  NodeId,
  oneOf,
  SortOrder,
  withOptions,
} from '../scalars.ts'

/* Validators by their stakes. All of them are extra operations. */

/** Status of a validation at the world's time. G-118 */
export const ValidationStatus = oneOf(['completed', 'active', 'pending', 'removed'], {
  $id: 'ValidationStatus',
})
export type ValidationStatus = Static<typeof ValidationStatus>

/** Sort criterion of a list of validators. */
export const ValidatorOrder = oneOf(
  ['blockIndex', 'delegationCapacity', 'timeRemaining', 'delegationFee', 'uptimePerformance'],
  { $id: 'ValidatorOrder' },
)
export type ValidatorOrder = Static<typeof ValidatorOrder>

const Percent = Type.Number({ minimum: 0, maximum: 100 })

/** Rewards of a validator, its own and the fees of delegations; in the subnet's unit. */
export const ValidationRewards = Type.Object(
  {
    validationRewardAmount: DecimalString,
    delegationRewardAmount: DecimalString,
    rewardAddresses: Type.Optional(Type.Array(Type.String())),
    rewardTxHash: Type.Optional(Type.String()),
  },
  { $id: 'ValidationRewards' },
)
export type ValidationRewards = Static<typeof ValidationRewards>

/**
 * Whether the served node is connected to a validator, and the chains on which it is benched. G-119
 */
export const ValidatorHealth = Type.Object(
  {
    reachabilityPercent: Percent,
    benchedPChainRequestsPercent: Percent,
    benchedXChainRequestsPercent: Percent,
    benchedCChainRequestsPercent: Percent,
  },
  { $id: 'ValidatorHealth' },
)
export type ValidatorHealth = Static<typeof ValidatorHealth>

/** Fields of every validation. The stake is in the subnet's unit. */
const stake = {
  txHash: Type.String(),
  nodeId: Type.String(),
  subnetId: Type.String(),
  amountStaked: DecimalString,
  delegationFee: Type.Optional(
    withOptions(DecimalFraction, {
      description: 'Percent with 16 places; not of permissioned ones.',
    }),
  ),
  startTimestamp: EpochSeconds,
  endTimestamp: EpochSeconds,
  blsCredentials: Type.Optional(BlsCredentials),
}

/** A validation that has not begun. */
export const PendingValidator = Type.Object(
  { ...stake, validationStatus: Type.Literal('pending') },
  { $id: 'PendingValidator' },
)
export type PendingValidator = Static<typeof PendingValidator>

/** A running validation, with the delegations that run. */
export const ActiveValidator = Type.Object(
  {
    ...stake,
    stakePercentage: withOptions(Percent, {
      description: "Own stake's share of the subnet's validators' own stakes.",
    }),
    delegatorCount: Count,
    amountDelegated: Type.Optional(DecimalString),
    uptimePerformance: Percent,
    avalancheGoVersion: Type.Optional(Type.String()),
    delegationCapacity: Type.Optional(DecimalString),
    potentialRewards: ValidationRewards,
    validatorHealth: ValidatorHealth,
    geolocation: withOptions(Type.Null(), { description: 'Where the node stands: never known.' }),
    validationStatus: Type.Literal('active'),
  },
  { $id: 'ActiveValidator' },
)
export type ActiveValidator = Static<typeof ActiveValidator>

/** Validation that has ended, with all delegations that it had. */
export const CompletedValidator = Type.Object(
  {
    ...stake,
    delegatorCount: Count,
    amountDelegated: Type.Optional(DecimalString),
    rewards: ValidationRewards,
    validationStatus: Type.Literal('completed'),
  },
  { $id: 'CompletedValidator' },
)
export type CompletedValidator = Static<typeof CompletedValidator>

/** A validation that the owner of the subnet ended. */
export const RemovedValidator = Type.Object(
  {
    ...stake,
    removeTxHash: Type.String(),
    removeTimestamp: EpochSeconds,
    validationStatus: Type.Literal('removed'),
  },
  { $id: 'RemovedValidator' },
)
export type RemovedValidator = Static<typeof RemovedValidator>

const response = Type.Object({
  ...nextPage,
  validators: Type.Array(
    Type.Union([CompletedValidator, ActiveValidator, PendingValidator, RemovedValidator]),
  ),
})

const seconds = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, description }))
const percent = (minimum: number, description: string) =>
  Type.Optional(Type.Number({ minimum, maximum: 100, description }))
const amount = (description: string) => Type.Optional(withOptions(DecimalString, { description }))

/** Validators in the order of their transactions, descending, by default. G-118 */
export const listValidators = operation({
  operationId: 'listValidators',
  method: 'GET',
  path: '/v1/networks/{network}/validators',
  computeUnits: 20,
  section: 'extra',
  tag: 'Primary network',
  summary: 'Validators of all subnets with their stakes, newest first',
  description:
    'One item for each period. A filter by what a period does not have leaves it out; sorted by it, it counts as least.',
  params: Type.Object({ network: NetworkParameter }),
  query: Type.Object({
    ...pageQuery({ size: 10, max: 100 }),
    nodeIds: Type.Optional(
      Type.String({ description: 'Parts of node ids, at most 64, separated by commas.' }),
    ),
    sortBy: Type.Optional(ValidatorOrder),
    sortOrder: SortOrder,
    validationStatus: Type.Optional(ValidationStatus),
    minDelegationCapacity: amount('Least that can still be delegated, nAVAX.'),
    maxDelegationCapacity: amount('Most that can still be delegated, nAVAX.'),
    minTimeRemaining: seconds('Least seconds that a running validation still has.'),
    maxTimeRemaining: seconds('Most seconds that a running validation still has.'),
    minFeePercentage: percent(2, 'Least delegation fee, of validators of the primary network.'),
    maxFeePercentage: percent(2, 'Most delegation fee, of validators of the primary network.'),
    minUptimePerformance: percent(0, 'Least uptime of a running validation.'),
    maxUptimePerformance: percent(0, 'Most uptime of a running validation.'),
    subnetId: Type.Optional(Cb58Id),
  }),
  response,
})

/** All periods of a node; an unknown node has none. G-35 */
export const getSingleValidatorDetails = operation({
  operationId: 'getSingleValidatorDetails',
  method: 'GET',
  path: '/v1/networks/{network}/validators/{nodeId}',
  computeUnits: 20,
  section: 'extra',
  tag: 'Primary network',
  summary: 'Validations of a node with their stakes, newest first',
  params: Type.Object({ network: NetworkParameter, nodeId: NodeId }),
  query: Type.Object({
    ...pageQuery({ size: 10, max: 100 }),
    sortOrder: SortOrder,
    validationStatus: Type.Optional(ValidationStatus),
  }),
  response,
})

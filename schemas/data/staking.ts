import { type Static, Type } from '@sinclair/typebox'
import { BlsCredentials, Owner } from '../common-shapes.ts'
import { operation } from '../operation.ts'
import { nextPage, pageQuery } from '../paging.ts'
import {
  Cb58Id,
  DecimalFraction,
  DecimalString,
  EpochSeconds,
  NetworkParameter,
  NodeId,
  oneOf,
  SortOrder,
  withOptions,
} from '../scalars.ts'
import { addressList } from './parameters.ts'

/** Status of a delegation at the world's time. Part 3, G-07. */
export const DelegationStatus = oneOf(['completed', 'active', 'pending'], {
  $id: 'DelegationStatus',
})
export type DelegationStatus = Static<typeof DelegationStatus>

/**
 * Delegation of stake to a validator; amounts in nAVAX, the fee in percent. The estimates are
 * extra fields: official clients demand them of delegations that have not ended. G-40
 */
export const Delegator = Type.Object(
  {
    txHash: Type.String(),
    nodeId: Type.String(),
    rewardAddresses: Type.Array(Type.String()),
    amountDelegated: DecimalString,
    delegationFee: withOptions(DecimalFraction, { description: 'Percent of the reward.' }),
    startTimestamp: EpochSeconds,
    endTimestamp: EpochSeconds,
    grossReward: DecimalString,
    netReward: withOptions(DecimalString, { description: 'Gross reward less the delegation fee.' }),
    estimatedGrossReward: Type.Optional(DecimalString),
    estimatedNetReward: Type.Optional(DecimalString),
    delegationStatus: DelegationStatus,
  },
  { $id: 'Delegator' },
)
export type Delegator = Static<typeof Delegator>

/** Section 4.1.6: by start of the delegation, latest first unless requested otherwise. G-27 */
export const listDelegators = operation({
  operationId: 'listDelegators',
  method: 'GET',
  path: '/v1/networks/{network}/delegators',
  computeUnits: 20,
  section: '4.1.6',
  tag: 'Primary network',
  summary: 'Delegations to validators of the primary network',
  description: 'By start of the delegation, latest first unless sortOrder says otherwise.',
  params: Type.Object({ network: NetworkParameter }),
  query: Type.Object({
    ...pageQuery({ size: 10, max: 100 }),
    rewardAddresses: addressList('Addresses of the P-chain, with or without P- in front.'),
    sortOrder: SortOrder,
    delegationStatus: Type.Optional(DelegationStatus),
    nodeIds: Type.Optional(
      Type.String({ description: 'Ids of validators, at most 64, separated by commas.' }),
    ),
  }),
  response: Type.Object({ ...nextPage, delegators: Type.Array(Delegator) }),
})

/** A validator of an L1; balances in nAVAX, weight in the L1's own unit. Section 2.6, G-05. */
export const L1Validator = Type.Object(
  {
    validationId: Type.String(),
    validationIdHex: Type.String(),
    nodeId: Type.String(),
    subnetId: Type.String(),
    weight: Type.Integer({ minimum: 0, description: '0 for a validator that was removed.' }),
    remainingBalance: Type.Integer({ minimum: 0 }),
    creationTimestamp: EpochSeconds,
    blsCredentials: Type.Pick(BlsCredentials, ['publicKey']),
    remainingBalanceOwner: Owner,
    deactivationOwner: Owner,
  },
  { $id: 'L1Validator' },
)
export type L1Validator = Static<typeof L1Validator>

/** Section 4.1.9: active ones only, unless the flag asks for the others too. G-37 */
export const listL1Validators = operation({
  operationId: 'listL1Validators',
  method: 'GET',
  path: '/v1/networks/{network}/l1Validators',
  computeUnits: 20,
  section: '4.1.9',
  tag: 'Primary network',
  summary: 'Validators of L1s with the P-chain height they are read at',
  description: 'Without filters all active ones; the flag adds the others, also to a filter.',
  params: Type.Object({ network: NetworkParameter }),
  query: Type.Object({
    ...pageQuery({ size: 10, max: 100 }),
    l1ValidationId: Type.Optional(Cb58Id),
    includeInactiveL1Validators: Type.Boolean({ default: false }),
    nodeId: Type.Optional(NodeId),
    subnetId: Type.Optional(Cb58Id),
  }),
  response: Type.Object({
    ...nextPage,
    validators: Type.Array(L1Validator),
    blockHeight: DecimalString,
  }),
})

import { type Static, Type } from '@sinclair/typebox'
import { ChainInfo } from '../common-shapes.ts'
import { operation } from '../operation.ts'
import { nextPage, pageQuery } from '../paging.ts'
import {
  Count,
  DecimalFraction,
  DecimalString,
  NetworkParameter,
  PChainId,
  SortOrder,
} from '../scalars.ts'
import { addressList, timestampQuery } from './parameters.ts'
import {
  PrimaryNetworkTransaction,
  PrimaryNetworkTxType,
  platformTransactionQuirks,
} from './transactions.ts'

/* The primary network as a whole. All of them are extra operations. */

/** Validators by release or without a connection, with all delegations; nAVAX. */
export const StakingDistribution = Type.Object(
  { version: Type.String(), amountStaked: DecimalString, validatorCount: Count },
  { $id: 'StakingDistribution' },
)
export type StakingDistribution = Static<typeof StakingDistribution>

/** Running stakes; nAVAX. */
export const NetworkDetails = Type.Object(
  {
    validatorDetails: Type.Object({
      validatorCount: Count,
      totalAmountStaked: DecimalString,
      estimatedAnnualStakingReward: DecimalString,
      stakingDistributionByVersion: Type.Array(StakingDistribution),
      stakingRatio: DecimalFraction,
    }),
    delegatorDetails: Type.Object({ delegatorCount: Count, totalAmountStaked: DecimalString }),
  },
  { $id: 'NetworkDetails' },
)
export type NetworkDetails = Static<typeof NetworkDetails>

/** G-128 */
export const getNetworkDetails = operation({
  operationId: 'getNetworkDetails',
  method: 'GET',
  path: '/v1/networks/{network}',
  computeUnits: 100,
  section: 'extra',
  tag: 'Primary network',
  summary: 'How many validate and delegate, with how much',
  params: Type.Object({ network: NetworkParameter }),
  query: Type.Object({}),
  response: NetworkDetails,
})

/** Chains of the primary network on which an address ever owned an output. */
export const AddressChains = Type.Object(
  { address: Type.String(), blockchainIds: Type.Array(Type.String()) },
  { $id: 'AddressChains' },
)
export type AddressChains = Static<typeof AddressChains>

/** G-129 */
export const getChainIdsForAddresses = operation({
  operationId: 'getChainIdsForAddresses',
  method: 'GET',
  path: '/v1/networks/{network}/addresses:listChainIds',
  computeUnits: 100,
  section: 'extra',
  tag: 'Primary network',
  summary: 'Chains of the primary network on which addresses owned something',
  params: Type.Object({ network: NetworkParameter }),
  query: Type.Object({
    addresses: Type.String({
      description: 'Addresses with or without P- or X- in front. At most 64, separated by commas.',
    }),
  }),
  response: Type.Object({ addresses: Type.Array(AddressChains) }),
})

/** Decimal text in AVAX. */
const Avax = DecimalFraction

/** G-130 */
export const AvaxSupply = Type.Object(
  {
    circulatingSupply: Avax,
    totalSupply: Avax,
    totalPBurned: Avax,
    totalCBurned: Avax,
    totalXBurned: Avax,
    totalStaked: Avax,
    totalLocked: Avax,
    totalRewards: Avax,
    lastUpdated: Type.String({ description: 'ISO 8601, UTC.' }),
    genesisUnlock: Avax,
    l1ValidatorFees: Avax,
  },
  { $id: 'AvaxSupply' },
)
export type AvaxSupply = Static<typeof AvaxSupply>

/** Supply on mainnet. G-130 */
export const getAvaxSupply = operation({
  operationId: 'getAvaxSupply',
  method: 'GET',
  path: '/v1/avax/supply',
  computeUnits: 1,
  section: 'extra',
  tag: 'Primary network',
  summary: 'AVAX of mainnet: what there is, was burned, is staked and locked',
  params: Type.Object({}),
  query: Type.Object({}),
  response: AvaxSupply,
})

/** Running stakes; without addresses all of them. G-131 */
export const listActivePrimaryNetworkStakingTransactions = operation({
  operationId: 'listActivePrimaryNetworkStakingTransactions',
  method: 'GET',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/transactions:listStaking',
  computeUnits: 100,
  section: 'extra',
  tag: 'Primary network',
  summary: 'Transactions whose stakes run, newest first',
  params: Type.Object({ network: NetworkParameter, blockchainId: PChainId }),
  query: Type.Object({
    addresses: addressList('Addresses of the P-chain, with or without P- in front.'),
    txTypes: Type.Optional(
      Type.Array(PrimaryNetworkTxType, { description: 'Repeated or separated by commas.' }),
    ),
    ...timestampQuery,
    sortOrder: SortOrder,
    ...pageQuery({ size: 10, max: 100 }),
  }),
  response: Type.Object({
    ...nextPage,
    transactions: Type.Array(PrimaryNetworkTransaction),
    chainInfo: ChainInfo,
  }),
  quirks: platformTransactionQuirks,
})

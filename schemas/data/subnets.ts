import { type Static, Type } from '@sinclair/typebox'
import { L1ValidatorManagerDetails, OwnerInfo } from '../common-shapes.ts'
import { operation } from '../operation.ts'
import { nextPage, pageQuery } from '../paging.ts'
import { quirk } from '../quirk.ts'
import { Cb58Id, DecimalString, EpochSeconds, NetworkParameter, SortOrder } from '../scalars.ts'
import { GenesisData, genesisNumbers } from './genesis.ts'

/** Chain of a subnet; `evmChainId` is 0 when it is not an EVM chain. Section 2.3, G-34. */
export const Blockchain = Type.Object(
  {
    createBlockTimestamp: EpochSeconds,
    createBlockNumber: DecimalString,
    blockchainId: Type.String(),
    vmId: Type.String(),
    subnetId: Type.String(),
    blockchainName: Type.String(),
    evmChainId: Type.Integer({ minimum: 0, description: '0 for a chain that is not an EVM.' }),
    genesisData: Type.Optional(GenesisData),
  },
  { $id: 'Blockchain' },
)
export type Blockchain = Static<typeof Blockchain>

/** A subnet or L1; the two optional fields belong to L1s. Section 2.3. */
export const Subnet = Type.Object(
  {
    createBlockTimestamp: EpochSeconds,
    createBlockIndex: DecimalString,
    subnetId: Type.String(),
    ownerAddresses: Type.Array(Type.String()),
    threshold: Type.Integer({ minimum: 0 }),
    locktime: EpochSeconds,
    subnetOwnershipInfo: OwnerInfo,
    isL1: Type.Boolean(),
    l1ConversionTransactionHash: Type.Optional(Type.String()),
    l1ValidatorManagerDetails: Type.Optional(L1ValidatorManagerDetails),
    blockchains: Type.Array(Blockchain),
  },
  { $id: 'Subnet' },
)
export type Subnet = Static<typeof Subnet>

/** Quirk in the `evmChainId` of a chain that is not an EVM chain. */
export const otherChains = quirk<{ evmChainId?: number }>(
  {
    name: 'evmChainId of chains that are no EVM',
    section: '2.3',
    documented: '0',
    live: 'Absent',
  },
  { documented: { evmChainId: 0 }, live: {} },
)

/** Quirk in the creating block of a chain of the genesis: there is none. */
export const genesisChains = quirk<{ createBlockNumber?: string }>(
  {
    name: 'P-, X- and C-chain among the chains of the primary network',
    section: '2.3, 4.1.4',
    documented: 'createBlockNumber 0',
    live: 'createBlockNumber -1',
  },
  { documented: {}, live: { createBlockNumber: '-1' } },
)

/** Quirk in the id of the P-chain's VM. */
export const platformChain = quirk<{ vmId?: string }>(
  {
    name: 'vmId of the P-chain',
    section: '2.3, 4.1.4',
    documented: 'In base 58',
    live: '`platformvm`',
  },
  { documented: {}, live: { vmId: 'platformvm' } },
)

/** Quirk in the origin of the primary network, which no transaction created. */
export const primaryNetworkOrigin = quirk(
  {
    name: 'Primary network among the subnets',
    section: '2.3, 4.1.4',
    documented: 'createBlockIndex 0, no owner addresses',
    live: 'createBlockIndex -1, one empty text as owner address',
  },
  {
    documented: { createBlockIndex: '0', owners: [] as string[] },
    live: { createBlockIndex: '-1', owners: [''] },
  },
)

/**
 * Whether lists include the genesis of EVM chains; a response about one subnet or chain always
 * does.
 */
export const genesisInLists = quirk(
  {
    name: 'genesisData in lists of subnets and chains',
    section: '2.3, 4.1.4',
    documented: 'Of every EVM chain',
    live: 'Absent, except for a subnet or chain that is requested by its id',
  },
  { documented: true, live: false },
)

/** Whether the X-chain has a genesis in responses that show those of EVM chains. */
export const exchangeGenesis = quirk(
  {
    name: 'genesisData of the X-chain',
    section: '2.3',
    documented: 'Absent',
    live: 'Bytes with their encoding, of the chain or the primary network by its id',
  },
  { documented: false, live: true },
)

const subnetQuirks = [
  genesisNumbers,
  otherChains,
  genesisChains,
  platformChain,
  primaryNetworkOrigin,
  genesisInLists,
  exchangeGenesis,
]
const blockchainQuirks = [
  genesisNumbers,
  otherChains,
  genesisChains,
  platformChain,
  genesisInLists,
  exchangeGenesis,
]

/** Section 4.1.4: newest first unless requested otherwise. */
export const listSubnets = operation({
  operationId: 'listSubnets',
  method: 'GET',
  path: '/v1/networks/{network}/subnets',
  computeUnits: 20,
  section: '4.1.4',
  tag: 'Primary network',
  summary: 'Subnets of a network with their chains',
  params: Type.Object({ network: NetworkParameter }),
  query: Type.Object({ ...pageQuery({ size: 100, max: 10_000 }), sortOrder: SortOrder }),
  response: Type.Object({ ...nextPage, subnets: Type.Array(Subnet) }),
  quirks: subnetQuirks,
})

/** One of {@link listSubnets}; 404 when there is no such subnet. G-36 */
export const getSubnet = operation({
  operationId: 'getSubnet',
  method: 'GET',
  path: '/v1/networks/{network}/subnets/{subnetId}',
  computeUnits: 20,
  section: '4.1',
  tag: 'Primary network',
  summary: 'A subnet of a network with its chains',
  params: Type.Object({ network: NetworkParameter, subnetId: Cb58Id }),
  query: Type.Object({}),
  response: Subnet,
  quirks: subnetQuirks,
})

/** Chains of all subnets: newest first unless requested otherwise. */
export const listBlockchains = operation({
  operationId: 'listBlockchains',
  method: 'GET',
  path: '/v1/networks/{network}/blockchains',
  computeUnits: 20,
  section: '4.1',
  tag: 'Primary network',
  summary: 'Chains of a network',
  params: Type.Object({ network: NetworkParameter }),
  query: Type.Object({ ...pageQuery({ size: 100, max: 10_000 }), sortOrder: SortOrder }),
  response: Type.Object({ ...nextPage, blockchains: Type.Array(Blockchain) }),
  quirks: blockchainQuirks,
})

/** One of {@link listBlockchains}; 404 when the network has no such chain. G-36 */
export const getBlockchain = operation({
  operationId: 'getBlockchain',
  method: 'GET',
  path: '/v1/networks/{network}/blockchains/{blockchainId}',
  computeUnits: 20,
  section: '4.1',
  tag: 'Primary network',
  summary: 'A chain of a network',
  params: Type.Object({
    network: NetworkParameter,
    blockchainId: Type.String({
      pattern: `^([pxc]-chain|${Cb58Id.pattern?.slice(1, -1)})$`,
      mustBe: 'a base-58 id, p-chain, x-chain or c-chain',
    }),
  }),
  query: Type.Object({}),
  response: Blockchain,
  quirks: blockchainQuirks,
})

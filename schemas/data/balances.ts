import { type Static, Type } from '@sinclair/typebox'
import { AssetAmount, ChainInfo } from '../common-shapes.ts'
import { operation } from '../operation.ts'
import { quirk } from '../quirk.ts'
import { Count, EpochSeconds, withOptions } from '../scalars.ts'
import { addressList, primaryChainParams } from './parameters.ts'

/** Sum of an asset over unspent outputs, in its smallest unit. Section 2.1. */
export const BalanceAsset = Type.Object(
  { ...AssetAmount.properties, utxoCount: Count },
  { $id: 'BalanceAsset' },
)
export type BalanceAsset = Static<typeof BalanceAsset>

/** Sum of outputs in transit from or to another chain. Section 2.1, G-69. */
export const AtomicBalanceAsset = Type.Object(
  {
    ...BalanceAsset.properties,
    sharedWithChainId: Type.String(),
    status: Type.String(),
  },
  { $id: 'AtomicBalanceAsset' },
)
export type AtomicBalanceAsset = Static<typeof AtomicBalanceAsset>

/** Balances on the C-chain: outputs in the memory that it shares with other chains. Section 2.4. */
export const AtomicBalances = Type.Object(
  {
    atomicMemoryUnlocked: Type.Array(AtomicBalanceAsset),
    atomicMemoryLocked: Type.Array(AtomicBalanceAsset),
  },
  { $id: 'AtomicBalances' },
)
export type AtomicBalances = Static<typeof AtomicBalances>

/** Balances of the P- or X-chain by permitted use. Section 2.4. */
export const PrimaryNetworkBalances = Type.Object(
  {
    unlockedUnstaked: Type.Array(BalanceAsset),
    unlockedStaked: Type.Array(BalanceAsset),
    lockedPlatform: Type.Array(BalanceAsset),
    lockedStakeable: Type.Array(BalanceAsset),
    lockedStaked: Type.Array(BalanceAsset),
    pendingStaked: Type.Array(BalanceAsset),
    ...AtomicBalances.properties,
  },
  { $id: 'PrimaryNetworkBalances' },
)
export type PrimaryNetworkBalances = Static<typeof PrimaryNetworkBalances>

/** Whether balances of the X- and C-chain have shapes of their own. G-39 */
export const ownBalanceShapes = quirk(
  {
    name: 'X- and C-chain balances',
    section: '2.4, 4.1.5',
    documented: 'The eight lists, of the C-chain the two atomic ones; atomic items have a status',
    live: 'Of the X-chain locked, unlocked and the two atomic lists; atomic items have no status',
  },
  { documented: false, live: true },
)

/** Whether balances without addresses are refused instead of empty. G-30 */
export const balancesNeedAddresses = quirk(
  {
    name: 'Balances without addresses',
    section: '4.1.5',
    documented: 'Empty lists',
    live: '400',
  },
  { documented: false, live: true },
)

/** Section 4.1.5: without addresses the lists are empty. G-30, G-38, G-65 */
export const getBalances = operation({
  operationId: 'getBalances',
  method: 'GET',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/balances',
  computeUnits: 100,
  section: '4.1.5',
  tag: 'Primary network',
  summary: 'Balances of addresses, now or at a time',
  description: 'For the C-chain only the assets in the shared memory with other chains.',
  params: primaryChainParams,
  query: Type.Object({
    blockTimestamp: Type.Optional(
      withOptions(EpochSeconds, {
        description: 'Epoch seconds for which the balance is computed.',
      }),
    ),
    addresses: addressList('Addresses of the P- or X-chain, with or without P- or X- in front.'),
  }),
  response: Type.Object({
    balances: Type.Union([PrimaryNetworkBalances, AtomicBalances]),
    chainInfo: ChainInfo,
  }),
  quirks: [ownBalanceShapes, balancesNeedAddresses],
})

import type {
  AtomicBalanceAsset,
  AtomicBalances,
  BalanceAsset,
  PrimaryNetworkBalances,
} from '../../../../schemas/data/balances.ts'
import type {
  LiveAtomicBalanceAsset,
  LiveCChainBalances,
  LiveXChainBalances,
} from '../../../../schemas/data/live.ts'
import { blockchainIdOf, type PrimaryChain } from '../../../networks/primary-chain.ts'
import { groupBy } from '../../../util/grouping.ts'
import { sumOf } from '../assets.ts'
import type { UnspentSum } from './unspent-sums.ts'

/** Builds the lists of the contract; for the C-chain only the atomic ones. Section 2.4, G-38. */
export function toBalances(
  chain: PrimaryChain,
  sums: readonly UnspentSum[],
): PrimaryNetworkBalances | AtomicBalances {
  const rowsOf = byBucket(sums)
  const shared = {
    atomicMemoryUnlocked: sumShared(chain, rowsOf('atomicMemoryUnlocked')).map(
      withStatus('unlocked'),
    ),
    atomicMemoryLocked: sumShared(chain, rowsOf('atomicMemoryLocked')).map(withStatus('locked')),
  }
  if (chain === 'C') return shared
  return {
    unlockedUnstaked: sumAssets(rowsOf('unlockedUnstaked')),
    unlockedStaked: sumAssets(rowsOf('unlockedStaked')),
    lockedPlatform: sumAssets(rowsOf('lockedPlatform')),
    lockedStakeable: sumAssets(rowsOf('lockedStakeable')),
    lockedStaked: sumAssets(rowsOf('lockedStaked')),
    pendingStaked: sumAssets(rowsOf('pendingStaked')),
    ...shared,
  }
}

/** Builds the lists that each chain has in the live dialect. */
export function toLiveBalances(
  chain: PrimaryChain,
  sums: readonly UnspentSum[],
): PrimaryNetworkBalances | AtomicBalances | LiveXChainBalances | LiveCChainBalances {
  if (chain === 'P') return toBalances(chain, sums)
  const rowsOf = byBucket(sums)
  const shared = {
    atomicMemoryUnlocked: sumShared(chain, rowsOf('atomicMemoryUnlocked')),
    atomicMemoryLocked: sumShared(chain, rowsOf('atomicMemoryLocked')),
  }
  if (chain === 'C') return shared
  return {
    locked: sumAssets(rowsOf('lockedPlatform')),
    unlocked: sumAssets(rowsOf('unlockedUnstaked')),
    ...shared,
  }
}

function byBucket(
  sums: readonly UnspentSum[],
): (bucket: UnspentSum['bucket']) => readonly UnspentSum[] {
  const buckets = groupBy(sums, ({ bucket }) => bucket)
  return (bucket) => buckets.get(bucket) ?? []
}

/** Builds one item per asset. */
const sumAssets = (sums: readonly UnspentSum[]): BalanceAsset[] =>
  [...groupBy(sums, ({ asset_id }) => asset_id).values()].map(toBalanceAsset)

/** Builds one item per asset and other chain. */
const sumShared = (chain: PrimaryChain, sums: readonly UnspentSum[]): LiveAtomicBalanceAsset[] => {
  const otherChain = (sum: UnspentSum) =>
    sum.created_on_chain === chain ? sum.consumed_on_chain : sum.created_on_chain
  const groups = groupBy(sums, (sum) => `${sum.asset_id} ${otherChain(sum)}`)
  return [...groups.values()].map((group) =>
    Object.assign(toBalanceAsset(group), {
      sharedWithChainId: blockchainIdOf(group[0].network, otherChain(group[0])),
    }),
  )
}

const toBalanceAsset = (sums: readonly [UnspentSum, ...UnspentSum[]]): BalanceAsset =>
  Object.assign(sumOf(sums), {
    utxoCount: sums.reduce((count, { utxos }) => count + utxos, 0),
  })

/** Adds the status. G-69 */
const withStatus =
  (status: string) =>
  (item: LiveAtomicBalanceAsset): AtomicBalanceAsset => ({ ...item, status })

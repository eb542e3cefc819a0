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
import { groupBy } from '../../../grouping.ts'
import { blockchainIdOf, type PrimaryChain } from '../../../networks/primary-chain.ts'
import { sumOf } from '../assets.ts'
import type { UnspentUtxo } from './unspent-utxos.ts'

/** The lists of the contract; of the C-chain only the atomic ones. Section 2.4, G-38. */
export function toBalances(
  chain: PrimaryChain,
  utxos: readonly UnspentUtxo[],
  time: number,
): PrimaryNetworkBalances | AtomicBalances {
  const rowsOf = bucketsAt(time, utxos)
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

/** The lists that each chain has in the live dialect. */
export function toLiveBalances(
  chain: PrimaryChain,
  utxos: readonly UnspentUtxo[],
  time: number,
): PrimaryNetworkBalances | AtomicBalances | LiveXChainBalances | LiveCChainBalances {
  if (chain === 'P') return toBalances(chain, utxos, time)
  const rowsOf = bucketsAt(time, utxos)
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

type Bucket = keyof PrimaryNetworkBalances

function bucketsAt(
  time: number,
  utxos: readonly UnspentUtxo[],
): (bucket: Bucket) => readonly UnspentUtxo[] {
  const buckets = groupBy(utxos, (utxo) => bucketAt(time, utxo))
  return (bucket) => buckets.get(bucket) ?? []
}

/** Where an output belongs at a time. Stake is the owner's again when its period ends. */
function bucketAt(time: number, utxo: UnspentUtxo): Bucket {
  const { locktime, stakeable_locktime, stake_start, stake_end } = utxo
  const stakeableFrom = stakeable_locktime ?? 0
  if (utxo.created_on_chain !== utxo.consumed_on_chain)
    return locktime > time ? 'atomicMemoryLocked' : 'atomicMemoryUnlocked'
  if (stake_end !== null && time < stake_end) {
    if (time < (stake_start ?? 0)) return 'pendingStaked'
    return Math.max(locktime, stakeableFrom) > stake_end ? 'lockedStaked' : 'unlockedStaked'
  }
  if (locktime > time) return 'lockedPlatform'
  return stakeableFrom > time ? 'lockedStakeable' : 'unlockedUnstaked'
}

/** One item per asset. */
const sumAssets = (utxos: readonly UnspentUtxo[]): BalanceAsset[] =>
  [...groupBy(utxos, ({ asset_id }) => asset_id).values()].map(toBalanceAsset)

/** One item per asset and chain at the other end. */
const sumShared = (
  chain: PrimaryChain,
  utxos: readonly UnspentUtxo[],
): LiveAtomicBalanceAsset[] => {
  const otherChain = (utxo: UnspentUtxo) =>
    utxo.created_on_chain === chain ? utxo.consumed_on_chain : utxo.created_on_chain
  const groups = groupBy(utxos, (utxo) => `${utxo.asset_id} ${otherChain(utxo)}`)
  return [...groups.values()].map((group) => ({
    ...toBalanceAsset(group),
    sharedWithChainId: blockchainIdOf(group[0].network, otherChain(group[0])),
  }))
}

const toBalanceAsset = (utxos: readonly [UnspentUtxo, ...UnspentUtxo[]]): BalanceAsset => ({
  ...sumOf(utxos),
  utxoCount: utxos.length,
})

/** G-69 */
const withStatus =
  (status: string) =>
  (item: LiveAtomicBalanceAsset): AtomicBalanceAsset => ({ ...item, status })

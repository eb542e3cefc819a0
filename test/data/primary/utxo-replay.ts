import type { BalanceAsset } from '../../../schemas/data/balances.ts'
import type { Utxo } from '../../../schemas/data/transactions.ts'
import { cacheFolders } from '../../../src/config/cache-folders.ts'
import { worldDefinition } from '../../../src/definition/world-definition.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { statement } from '../../../src/store/statement.ts'
import { openCachedBase } from '../../../src/world/base-cache/cache.ts'
import { chainNames, type Network } from './lists.ts'
import { allTransactions, transactionsPath } from './transactions.ts'

/** Ids of the chains of the primary network by their aliases. */
export const chainIds = {
  mainnet: {
    'p-chain': '11111111111111111111111111111111LpoYY',
    'x-chain': '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
    'c-chain': '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
  },
  fuji: {
    'p-chain': '11111111111111111111111111111111LpoYY',
    'x-chain': '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm',
    'c-chain': 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp',
  },
}

/** Every output of the network: what any transaction made or spent, and the rest of genesis. */
export async function readUtxos(server: Snowglobe, network: Network): Promise<Utxo[]> {
  const utxos = new Map<string, Utxo>()
  for (const chain of chainNames) {
    const all = await allTransactions(server, transactionsPath(network, chain))
    for (const { consumedUtxos, emittedUtxos } of all)
      for (const utxo of [...consumedUtxos, ...emittedUtxos]) utxos.set(utxo.utxoId, utxo)
  }
  return [...utxos.values(), ...(await restOfGenesis(network))]
}

/** Unspent outputs of genesis: no transaction shows them. */
async function restOfGenesis(network: Network): Promise<Utxo[]> {
  const settings = { definition: await worldDefinition(undefined), seed: 'snowglobe' }
  const base = await openCachedBase(cacheFolders(), { ...settings, size: 'small' })
  const rows = base.all(
    statement<{ network: string }, GenesisRow>(`
      SELECT created_on_chain AS chain, threshold, asset_id, amount, created_at, locktime,
             stakeable_locktime,
             (SELECT json_group_array(address) FROM utxo_address WHERE utxo_seq = seq) AS addresses
      FROM utxo WHERE network = :network AND emitted_by IS NULL AND consumed_by IS NULL`),
    { network },
  )
  base.close()
  return rows.map(
    (row) =>
      ({
        addresses: JSON.parse(row.addresses),
        assetId: row.asset_id,
        amount: row.amount,
        blockTimestamp: row.created_at,
        createdOnChainId: chainIds[network][row.chain === 'P' ? 'p-chain' : 'x-chain'],
        consumedOnChainId: chainIds[network][row.chain === 'P' ? 'p-chain' : 'x-chain'],
        platformLocktime: row.locktime,
        ...(row.stakeable_locktime !== null && { stakeableLocktime: row.stakeable_locktime }),
        threshold: row.threshold,
      }) as Utxo,
  )
}

interface GenesisRow {
  chain: 'P' | 'X'
  threshold: number
  asset_id: string
  amount: string
  created_at: number
  locktime: number
  stakeable_locktime: number | null
  addresses: string
}

/** Sums by list and asset (and chain at the other end). */
export type Lists = Record<string, Record<string, { amount: bigint; count: number }>>

/** What the contract's lists hold of these outputs, by list and asset (and chain at the other end). */
export function replayUtxos(
  utxos: Utxo[],
  chainId: string,
  addresses: string[],
  time: number,
): Lists {
  const lists: Lists = {}
  for (const utxo of utxos) {
    const owners = utxo.addresses.filter((address) => addresses.includes(address))
    if (owners.length < (utxo.threshold ?? 0)) continue
    if (utxo.blockTimestamp > time || (utxo.consumingBlockTimestamp ?? Infinity) <= time) continue
    const ends = [utxo.createdOnChainId, utxo.consumedOnChainId]
    if (!ends.includes(chainId)) continue
    const other = ends.find((end) => end !== chainId)
    const list = listOf(utxo, other !== undefined, time)
    const key = other === undefined ? utxo.assetId : `${utxo.assetId} ${other}`
    const sum = lists[list]?.[key] ?? { amount: 0n, count: 0 }
    lists[list] = {
      ...lists[list],
      [key]: { amount: sum.amount + BigInt(utxo.amount), count: sum.count + 1 },
    }
  }
  return lists
}

function listOf(utxo: Utxo, isShared: boolean, time: number): string {
  const { platformLocktime = 0, stakeableLocktime = 0 } = utxo
  const { utxoStartTimestamp: start, utxoEndTimestamp: end } = utxo
  if (isShared) return platformLocktime > time ? 'atomicMemoryLocked' : 'atomicMemoryUnlocked'
  if (utxo.utxoType === 'STAKE' && start !== undefined && end !== undefined && time < end) {
    if (time < start) return 'pendingStaked'
    return Math.max(platformLocktime, stakeableLocktime) > end ? 'lockedStaked' : 'unlockedStaked'
  }
  if (platformLocktime > time) return 'lockedPlatform'
  return stakeableLocktime > time ? 'lockedStakeable' : 'unlockedUnstaked'
}

/** When something happens to an output, and the second before. */
export const timesOf = (utxo: Utxo): number[] =>
  [
    utxo.blockTimestamp,
    utxo.consumingBlockTimestamp,
    utxo.utxoStartTimestamp,
    utxo.utxoEndTimestamp,
    utxo.platformLocktime,
    utxo.stakeableLocktime,
  ].flatMap((time = 0) => (time === 0 ? [] : [time - 1, time]))

/** A response in the form of {@link foldUtxos}; lists without items are left out. */
export const asLists = (balances: object): Lists =>
  Object.fromEntries(
    Object.entries(balances as Record<string, (BalanceAsset & { sharedWithChainId?: string })[]>)
      .filter(([, items]) => items.length > 0)
      .map(([list, items]) => [
        list,
        Object.fromEntries(
          items.map(({ assetId, sharedWithChainId: other, amount, utxoCount }) => [
            other === undefined ? assetId : `${assetId} ${other}`,
            { amount: BigInt(amount), count: utxoCount },
          ]),
        ),
      ]),
  )

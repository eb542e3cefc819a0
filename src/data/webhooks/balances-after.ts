import type { BalanceType } from '../../../schemas/data/webhooks.ts'
import { networkConstants } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'

/** Amounts in nAVAX; a kind without any is absent. */
export type AmountsByKind = Partial<Record<BalanceType, bigint>>

interface BlockAddresses {
  readonly network: Network
  readonly chain: 'P' | 'X'
  readonly addresses: readonly string[]
  /** Epoch seconds of the block. */
  readonly time: number
}

/**
 * Returns the AVAX of some addresses together before and after a transaction of a chain. Nothing of
 * it depends on later blocks: what another chain did in the same second has not happened yet. G-227
 * @param txSeq key of the transaction
 */
export function balancesAround(
  world: World,
  movement: BlockAddresses,
  txSeq: number,
): { readonly before: AmountsByKind; readonly after: AmountsByKind } {
  const { network, chain, addresses, time } = movement
  const rows = world.all(selectOutputs, {
    ...{ network, chain, time },
    addresses: JSON.stringify(addresses),
    assetId: networkConstants[network].avaxAssetId,
  })
  const at = (isDone: (seq: number) => boolean): AmountsByKind => {
    const amounts: AmountsByKind = {}
    for (const row of rows) {
      const { emitted_by: emitter, consumed_by: spender } = row
      const isMade =
        emitter === null ||
        (row.created_on_chain === chain ? isDone(emitter) : row.created_at < time)
      const isSpent = spender !== null && row.consumed_on_chain === chain && isDone(spender)
      if (!isMade || isSpent) continue
      const kind = kindOf(row, chain, time)
      amounts[kind] = (amounts[kind] ?? 0n) + BigInt(row.amount)
    }
    return amounts
  }
  return { before: at((seq) => seq < txSeq), after: at((seq) => seq <= txSeq) }
}

function kindOf(row: OutputRow, chain: 'P' | 'X', time: number): BalanceType {
  const locktime = Math.max(row.locktime, row.stakeable_locktime ?? 0)
  if (row.created_on_chain !== row.consumed_on_chain)
    return row.locktime > time ? 'atomicMemoryLocked' : 'atomicMemoryUnlocked'
  if (chain === 'X') return row.locktime > time ? 'locked' : 'unlocked'
  if (row.stake_end !== null && time < row.stake_end) {
    if (row.stake_start !== null && time < row.stake_start) return 'pendingStaked'
    return locktime > row.stake_end ? 'lockedStaked' : 'unlockedStaked'
  }
  if (row.locktime > time) return 'lockedPlatform'
  return (row.stakeable_locktime ?? 0) > time ? 'lockedStakeable' : 'unlockedUnstaked'
}

interface OutputRow {
  amount: string
  created_on_chain: string
  consumed_on_chain: string
  emitted_by: number | null
  consumed_by: number | null
  created_at: number
  locktime: number
  stakeable_locktime: number | null
  stake_start: number | null
  stake_end: number | null
}

/** Outputs that were not spent before the second of the block. */
const selectOutputs = statement<
  { network: string; chain: string; addresses: string; assetId: string; time: number },
  OutputRow
>(`
  SELECT u.amount, u.created_on_chain, u.consumed_on_chain, u.emitted_by, u.consumed_by,
         u.created_at, u.locktime, u.stakeable_locktime, u.stake_start, u.stake_end
  FROM (SELECT utxo_seq, count(*) AS owners FROM json_each(:addresses) AS asked
        CROSS JOIN address_utxo
          ON network = :network AND address = asked.value AND spent_at >= :time
        GROUP BY utxo_seq) AS own
  CROSS JOIN utxo u ON u.seq = own.utxo_seq AND u.threshold <= own.owners
  WHERE :chain IN (u.created_on_chain, u.consumed_on_chain) AND u.asset_id = :assetId
    AND u.created_at <= :time`)

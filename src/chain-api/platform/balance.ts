import { defineMethod, rpcError } from '../../json-rpc/method.ts'
import { networkConstants } from '../../networks/constants.ts'
import { statement } from '../../store/statement.ts'
import { neverSpent } from '../../store/tables/primary.ts'
import { texts } from '../arguments.ts'
import { addressIn } from '../utxos.ts'
import { presentOf } from './fees.ts'

const kinds = ['unlocked', 'lockedStakeable', 'lockedNotStakeable'] as const

/** `platform.getBalance`: unspent outputs of addresses by their locks at the world's time. */
export const getBalance = defineMethod(
  'platform.getBalance',
  { addresses: texts },
  (world, { addresses }) => {
    if (addresses.length > 1024)
      throw rpcError(`number of addresses given, ${addresses.length}, exceeds maximum, 1024`)
    const now = presentOf(world)
    const sums = { unlocked: newSums(), lockedStakeable: newSums(), lockedNotStakeable: newSums() }
    const seen = new Set<number>()
    const utxoIDs: { txID: string; outputIndex: number }[] = []
    for (const given of addresses) {
      const bindings = { network: world.nodeNetwork, address: addressIn(world, given) }
      for (const row of world.all(selectHeld, bindings)) {
        if (seen.has(row.seq)) continue
        seen.add(row.seq)
        utxoIDs.push({ txID: row.tx_id, outputIndex: row.output_index })
        const stakeable = row.stakeable_locktime ?? 0
        const kind =
          row.locktime > now
            ? 'lockedNotStakeable'
            : stakeable > now
              ? 'lockedStakeable'
              : 'unlocked'
        const sum = sums[kind].get(row.asset_id) ?? 0n
        sums[kind].set(row.asset_id, sum + BigInt(row.amount))
      }
    }
    const { avaxAssetId } = networkConstants[world.nodeNetwork]
    const all = newSums()
    for (const kind of kinds)
      for (const [asset, sum] of sums[kind]) all.set(asset, (all.get(asset) ?? 0n) + sum)
    const ofAvax = (from: ReadonlyMap<string, bigint>) => String(from.get(avaxAssetId) ?? 0n)
    return {
      balance: ofAvax(all),
      unlocked: ofAvax(sums.unlocked),
      lockedStakeable: ofAvax(sums.lockedStakeable),
      lockedNotStakeable: ofAvax(sums.lockedNotStakeable),
      balances: sumsByAsset(all),
      unlockeds: sumsByAsset(sums.unlocked),
      lockedStakeables: sumsByAsset(sums.lockedStakeable),
      lockedNotStakeables: sumsByAsset(sums.lockedNotStakeable),
      utxoIDs,
    }
  },
)

const newSums = () => new Map<string, bigint>()

/** Returns sums in the order of their assets, as Go writes maps. */
const sumsByAsset = (sums: ReadonlyMap<string, bigint>) =>
  Object.fromEntries(
    [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([asset, sum]) => [asset, String(sum)]),
  )

const selectHeld = statement<
  { network: string; address: string },
  {
    seq: number
    tx_id: string
    output_index: number
    asset_id: string
    amount: string
    locktime: number
    stakeable_locktime: number | null
  }
>(`
  SELECT u.seq, u.tx_id, u.output_index, u.asset_id, u.amount, u.locktime, u.stakeable_locktime
  FROM address_utxo AS a JOIN utxo AS u ON u.seq = a.utxo_seq
  WHERE a.network = :network AND a.address = :address AND a.spent_at = ${neverSpent}
    AND u.created_on_chain = 'P' AND u.consumed_on_chain = 'P'
    AND (u.staked = 0 OR EXISTS (
      SELECT 1 FROM primary_transaction AS t
      WHERE t.seq = u.emitted_by AND t.reward_tx_id IS NOT NULL))
  ORDER BY u.seq`)

import { defineMethod, rpcError } from '../../json-rpc/method.ts'
import { networkConstants } from '../../networks/constants.ts'
import { statement } from '../../store/statement.ts'
import { neverSpent } from '../../store/tables/primary.ts'
import { addressIn } from '../addresses.ts'
import { texts } from '../arguments.ts'
import { AssetSums } from './asset-sums.ts'
import { presentOf } from './fees.ts'

/** `platform.getBalance`: unspent outputs of addresses by their locks at the world's time. */
export const getBalance = defineMethod(
  'platform.getBalance',
  { addresses: texts },
  (world, { addresses }) => {
    if (addresses.length > 1024)
      throw rpcError(`number of addresses given, ${addresses.length}, exceeds maximum, 1024`)
    const now = presentOf(world)
    const [all, unlocked, lockedStakeable, lockedNotStakeable] = [
      new AssetSums(),
      new AssetSums(),
      new AssetSums(),
      new AssetSums(),
    ]
    const seen = new Set<number>()
    const utxoIDs: { txID: string; outputIndex: number }[] = []
    for (const given of addresses) {
      const bindings = { network: world.nodeNetwork, address: addressIn(world, 'P', given) }
      for (const row of world.all(selectHeld, bindings)) {
        if (seen.has(row.seq)) continue
        seen.add(row.seq)
        utxoIDs.push({ txID: row.tx_id, outputIndex: row.output_index })
        const stakeable = row.stakeable_locktime ?? 0
        const sums =
          row.locktime > now ? lockedNotStakeable : stakeable > now ? lockedStakeable : unlocked
        for (const each of [sums, all]) each.add(row.asset_id, BigInt(row.amount))
      }
    }
    const { avaxAssetId } = networkConstants[world.nodeNetwork]
    return {
      balance: all.of(avaxAssetId),
      unlocked: unlocked.of(avaxAssetId),
      lockedStakeable: lockedStakeable.of(avaxAssetId),
      lockedNotStakeable: lockedNotStakeable.of(avaxAssetId),
      balances: all.byAsset(),
      unlockeds: unlocked.byAsset(),
      lockedStakeables: lockedStakeable.byAsset(),
      lockedNotStakeables: lockedNotStakeable.byAsset(),
      utxoIDs,
    }
  },
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

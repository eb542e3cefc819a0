import type { Network } from '../../../networks/network.ts'
import type { PrimaryChain } from '../../../networks/primary-chain.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'
import { type AssetAmountRow, assetColumns } from '../assets.ts'

/** What a balance depends on of an output that is not spent. */
export interface UnspentUtxo extends AssetAmountRow {
  network: Network
  created_on_chain: PrimaryChain
  consumed_on_chain: PrimaryChain
  locktime: number
  stakeable_locktime: number | null
  stake_start: number | null
  stake_end: number | null
}

/**
 * Outputs on a chain, or between it and another one, that existed at a time (epoch seconds) and of
 * whose owners enough are among the addresses to spend them. In the order of their making.
 */
export const unspentUtxos = (
  world: World,
  asked: {
    network: Network
    chain: PrimaryChain
    addresses: readonly string[]
    time: number
  },
): UnspentUtxo[] =>
  world.all(selectUnspent, { ...asked, addresses: JSON.stringify(asked.addresses) })

const selectUnspent = statement<
  { network: string; chain: string; addresses: string; time: number },
  UnspentUtxo
>(`
  SELECT utxo.network, created_on_chain, consumed_on_chain, ${assetColumns}, amount, locktime,
         stakeable_locktime, stake_start, stake_end
  FROM (
    SELECT utxo_seq, count(*) AS owners
    FROM json_each(:addresses) AS asked
    CROSS JOIN address_utxo
      ON network = :network AND address = asked.value AND spent_at > :time
    GROUP BY utxo_seq
  ) AS own
  CROSS JOIN utxo ON utxo.seq = own.utxo_seq AND threshold <= own.owners
  JOIN asset ON asset.network = utxo.network AND asset.asset_id = utxo.asset_id
  WHERE :chain IN (created_on_chain, consumed_on_chain) AND utxo.created_at <= :time
  ORDER BY own.utxo_seq`)

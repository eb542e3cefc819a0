import type { PrimaryNetworkBalances } from '../../../../schemas/data/balances.ts'
import type { Network } from '../../../networks/network.ts'
import type { PrimaryChain } from '../../../networks/primary-chain.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'
import { type AssetAmountRow, assetColumns } from '../assets.ts'

/** Unspent outputs of one owner that a balance counts together. */
export interface UnspentSum extends AssetAmountRow {
  network: Network
  created_on_chain: PrimaryChain
  consumed_on_chain: PrimaryChain
  /** The list that they belong to. */
  bucket: keyof PrimaryNetworkBalances
  utxos: number
}

export interface AskedBalances {
  readonly network: Network
  readonly chain: PrimaryChain
  readonly addresses: readonly string[]
  /** Epoch seconds. */
  readonly time: number
}

/**
 * Sums of the outputs on a chain, or between it and another one, that existed at a time and of whose
 * owners enough are among the addresses to spend them. In the order of the making of their first.
 */
export function unspentSums(world: World, asked: AskedBalances): UnspentSum[] {
  const bindings = { ...asked, addresses: JSON.stringify(asked.addresses) }
  const isPast = asked.time < world.clock.nowSeconds()
  return world.all(isPast ? selectOfThen : selectOfNow, bindings).map(({ billions, ...row }) => ({
    ...row,
    amount: String(BigInt(billions) * 1_000_000_000n + BigInt(row.amount)),
  }))
}

/** Where an output belongs at a time. Stake is the owner's again when its period ends. */
const bucket = `
  CASE WHEN utxo.created_on_chain <> utxo.consumed_on_chain
       THEN iif(locktime > :time, 'atomicMemoryLocked', 'atomicMemoryUnlocked')
       WHEN :time < stake_end AND :time < stake_start THEN 'pendingStaked'
       WHEN :time < stake_end
       THEN iif(max(locktime, coalesce(stakeable_locktime, 0)) > stake_end,
                'lockedStaked', 'unlockedStaked')
       WHEN locktime > :time THEN 'lockedPlatform'
       WHEN stakeable_locktime > :time THEN 'lockedStakeable'
       ELSE 'unlockedUnstaked' END`

/** With the last nine digits of each amount apart: together they may pass 2^63. */
const select = (outputs: string) =>
  statement<
    { network: string; chain: string; addresses: string; time: number },
    UnspentSum & { billions: string }
  >(`
  SELECT asset.network, created_on_chain, consumed_on_chain, ${assetColumns}, bucket, utxos,
         billions, amount
  FROM (
    SELECT utxo.asset_id, utxo.created_on_chain, utxo.consumed_on_chain, ${bucket} AS bucket,
           count(*) AS utxos, min(utxo.seq) AS first,
           CAST(sum(CAST(substr('000000000' || amount, 1, length(amount)) AS INTEGER)) AS TEXT)
             AS billions,
           CAST(sum(CAST(substr('000000000' || amount, -9) AS INTEGER)) AS TEXT) AS amount
    FROM ${outputs}
    GROUP BY utxo.asset_id, utxo.created_on_chain, utxo.consumed_on_chain, bucket
  ) AS summed
  JOIN asset ON asset.network = :network AND asset.asset_id = summed.asset_id
  ORDER BY first`)

/** By owners, from an index with all that is summed: people have hundreds of unspent outputs. */
const selectOfNow = select(`
    (SELECT owners FROM json_each(:addresses) AS asked
     CROSS JOIN address_owners ON network = :network AND address = asked.value
     GROUP BY owners HAVING count(*) >= threshold) AS own
    CROSS JOIN utxo INDEXED BY utxo_unspent
      ON utxo.network = :network AND utxo.owners = own.owners AND consumed_by IS NULL
    WHERE :chain IN (created_on_chain, consumed_on_chain)`)

const selectOfThen = select(`
    (SELECT utxo_seq, count(*) AS owners FROM json_each(:addresses) AS asked
     CROSS JOIN address_utxo
       ON network = :network AND address = asked.value AND spent_at > :time
     GROUP BY utxo_seq) AS own
    CROSS JOIN utxo ON utxo.seq = own.utxo_seq AND threshold <= own.owners
    WHERE :chain IN (created_on_chain, consumed_on_chain) AND utxo.created_at <= :time`)

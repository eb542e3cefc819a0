import type { PrimaryNetworkBalances } from '../../../../schemas/data/balances.ts'
import type { Network } from '../../../networks/network.ts'
import type { PrimaryChain } from '../../../networks/primary-chain.ts'
import { statement } from '../../../store/statement.ts'
import { groupBy } from '../../../util/grouping.ts'
import type { World } from '../../../world/world.ts'
import { type AssetAmountRow, assetColumns, sumOf } from '../assets.ts'

/** Sum of unspent outputs of one owner that a balance counts together. */
export interface UnspentSum extends AssetAmountRow {
  network: Network
  created_on_chain: PrimaryChain
  consumed_on_chain: PrimaryChain
  /** List to which they belong. */
  bucket: keyof PrimaryNetworkBalances
  utxos: number
}

interface RequestedBalances {
  readonly network: Network
  readonly chain: PrimaryChain
  readonly addresses: readonly string[]
  /** Epoch seconds. */
  readonly time: number
}

/**
 * Returns the sums of the outputs on a chain, or between it and another one, that existed at a
 * time. The addresses must include enough owners of an output to spend it. The order is that of the
 * creation of the assets.
 */
export function unspentSums(world: World, requested: RequestedBalances): UnspentSum[] {
  const bindings = { ...requested, addresses: JSON.stringify(requested.addresses) }
  return requested.time < world.clock.nowSeconds()
    ? world.all(selectOfThen, bindings).map(({ billions, ...row }) => ({
        ...row,
        amount: String(BigInt(billions) * 1_000_000_000n + BigInt(row.amount)),
      }))
    : addedUp(world.all(selectOfNow, bindings))
}

/**
 * Merges the sums by asset, chains and list. A stake that does not run is part of the sum of
 * stakes; a negative row corrects that.
 */
function addedUp(sums: readonly UnspentSum[]): UnspentSum[] {
  const keyOf = (sum: UnspentSum) =>
    `${sum.asset_id} ${sum.created_on_chain} ${sum.consumed_on_chain} ${sum.bucket}`
  return [...groupBy(sums, keyOf).values()]
    .map((group) => ({
      ...group[0],
      utxos: group.reduce((count, { utxos }) => count + utxos, 0),
      amount: sumOf(group).amount,
    }))
    .filter(({ utxos }) => utxos > 0)
}

type Bindings = { network: string; chain: string; addresses: string; time: number }

const select = <Row>(found: string, alsoFound = '') =>
  statement<Bindings, Row>(`
  SELECT asset.network, ${assetColumns}, created_on_chain, consumed_on_chain, bucket, utxos, amount
         ${alsoFound}
  FROM (${found}) AS found
  CROSS JOIN asset ON asset.network = :network AND asset.asset_id = found.asset_id
  ORDER BY asset.created_at, asset.asset_id, created_on_chain, consumed_on_chain`)

/** SQL for the list of an output that is not staked at a time. */
const freeBucket = `
  CASE WHEN created_on_chain <> consumed_on_chain
       THEN iif(locktime > :time, 'atomicMemoryLocked', 'atomicMemoryUnlocked')
       WHEN locktime > :time THEN 'lockedPlatform'
       WHEN stakeable_locktime > :time THEN 'lockedStakeable'
       ELSE 'unlockedUnstaked' END`

const runningBucket = `
  iif(max(locktime, coalesce(stakeable_locktime, 0)) > stake_end, 'lockedStaked', 'unlockedStaked')`

/** SQL for the list of an output at a time. A stake is unstaked again when its period ends. */
const bucket = `
  CASE WHEN :time < stake_end AND :time < stake_start THEN 'pendingStaked'
       WHEN :time < stake_end THEN ${runningBucket}
       ELSE ${freeBucket} END`

const place = 'asset_id, created_on_chain, consumed_on_chain'

/** Builds rows that move a stake that does not run from the sum of running ones to its own list. */
const outOfStake = (index: string, condition: string) => `
  SELECT ${place}, iif(sign < 0, ${runningBucket}, ${bucket}) AS bucket, sign AS utxos,
         iif(sign < 0, '-', '') || amount AS amount
  FROM own
  CROSS JOIN utxo INDEXED BY ${index}
    ON utxo.network = :network AND utxo.owners = own.owners AND consumed_by IS NULL
      AND staked = 1 AND ${condition}
  CROSS JOIN (SELECT -1 AS sign UNION ALL SELECT 1)
  WHERE :chain IN (created_on_chain, consumed_on_chain)`

const selectOfNow = select<UnspentSum>(`
  WITH own AS MATERIALIZED (
    SELECT owners FROM json_each(:addresses) AS asked
    CROSS JOIN address_owners ON network = :network AND address = asked.value
    GROUP BY owners HAVING count(*) >= threshold)
  SELECT ${place},
         CASE stake WHEN 'unlocked' THEN 'unlockedStaked' WHEN 'locked' THEN 'lockedStaked'
         ELSE ${freeBucket} END AS bucket,
         utxos, amount
  FROM own
  CROSS JOIN unspent_sum AS sum ON sum.network = :network AND sum.owners = own.owners
  WHERE :chain IN (created_on_chain, consumed_on_chain)
  UNION ALL ${outOfStake('utxo_unspent_by_stake_end', 'stake_end <= :time')}
  UNION ALL ${outOfStake('utxo_unspent_by_stake_start', 'stake_start > :time')}`)

/** The last nine digits of each amount are summed separately: together they may pass 2^63. */
const selectOfThen = select<UnspentSum & { billions: string }>(
  `
  SELECT ${place}, ${bucket} AS bucket, count(*) AS utxos,
         CAST(sum(CAST(substr('000000000' || amount, 1, length(amount)) AS INTEGER)) AS TEXT)
           AS billions,
         CAST(sum(CAST(substr('000000000' || amount, -9) AS INTEGER)) AS TEXT) AS amount
  FROM (SELECT utxo_seq, count(*) AS owners FROM json_each(:addresses) AS asked
        CROSS JOIN address_utxo
          ON network = :network AND address = asked.value AND spent_at > :time
        GROUP BY utxo_seq) AS own
  CROSS JOIN utxo ON utxo.seq = own.utxo_seq AND threshold <= own.owners
  WHERE :chain IN (created_on_chain, consumed_on_chain) AND utxo.created_at <= :time
  GROUP BY asset_id, created_on_chain, consumed_on_chain, bucket`,
  ', billions',
)

import { getStakingMetrics, type NetworkMetric } from '../../../schemas/metrics/validators.ts'
import { checkTimeRange } from '../../http/request/time-range.ts'
import { openPage } from '../../http/rest/page.ts'
import { route } from '../../http/rest/route.ts'
import { type Network, networkOf } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import { startOf } from '../../time/calendar.ts'
import { perRevision } from '../../world/per-revision.ts'
import type { World } from '../../world/world.ts'
import { timeline } from '../series/timeline.ts'
import { findSubnet } from './find-subnet.ts'

/**
 * `GET /v2/networks/{network}/metrics/{metric}`: at the end of each day, newest first; 404 for a
 * subnet that the network does not have. G-132
 */
export const getStakingMetricsRoute = route(getStakingMetrics, (world, { params, query }) => {
  const { metric } = params
  const { subnetId, startTimestamp, endTimestamp } = query
  const network = networkOf(params.network)
  findSubnet(world, network, subnetId)
  checkTimeRange(query)
  const page = openPage(
    world,
    {
      operation: getStakingMetrics,
      filters: [network, metric, subnetId, startTimestamp, endTimestamp],
      whenExpired: 'restart',
    },
    query,
  )
  const starts = timeline(world, {
    ...{ interval: 'day', first: world.get(selectGenesis, { network })?.timestamp },
    ...{ startTimestamp, endTimestamp, before: page.key, limit: page.limit },
  })
  const amounts = amountsAtEnds(starts, changesOf(world, network, subnetId)[metric])
  const points = starts.map((timestamp, i) => ({ value: Number(amounts[i] ?? 0), timestamp }))
  const { rows, next } = page.cut(points, ({ timestamp }) => timestamp)
  return { ...next, results: [...rows] }
})

/** Returns the amounts at the end of each day; the days start at `starts`, newest first. */
function amountsAtEnds(starts: readonly number[], changes: DailyChanges): bigint[] {
  const oldest = starts.at(-1) ?? 0
  let amount = 0n
  for (const [day, change] of changes) if (day < oldest) amount += change
  return starts
    .toReversed()
    .map((start) => {
      amount += changes.get(start) ?? 0n
      return amount
    })
    .reverse()
}

/** Changes by the start of the day, epoch seconds. */
type DailyChanges = Map<number, bigint>

const memoizedChanges = perRevision(() => ({ now: 0, bySubnet: new Map<string, Changes>() }))
type Changes = Record<NetworkMetric, DailyChanges>

/**
 * Returns the change of each metric on each day. They cover all stakes ever, so they are computed
 * once for a state of the world.
 */
function changesOf(world: World, network: Network, subnetId: string): Changes {
  const memo = memoizedChanges(world)
  if (memo.now !== world.now) {
    memo.now = world.now
    memo.bySubnet.clear()
  }
  const key = `${network} ${subnetId}`
  const known = memo.bySubnet.get(key)
  if (known) return known
  const stakes = world.all(selectStakes, { network, subnetId, now: world.now })
  const changes = {
    validatorCount: new Map<number, bigint>(),
    validatorWeight: new Map<number, bigint>(),
    delegatorCount: new Map<number, bigint>(),
    delegatorWeight: new Map<number, bigint>(),
  }
  for (const { is_delegation, weight, began, ended } of stakes) {
    const [counts, weights] =
      is_delegation === 1
        ? [changes.delegatorCount, changes.delegatorWeight]
        : [changes.validatorCount, changes.validatorWeight]
    add(counts, began, 1n)
    add(weights, began, BigInt(weight))
    if (ended >= world.now) continue
    add(counts, ended, -1n)
    add(weights, ended, -BigInt(weight))
  }
  memo.bySubnet.set(key, changes)
  return changes
}

function add(changes: DailyChanges, time: number, amount: bigint): void {
  const day = startOf('day', time)
  changes.set(day, (changes.get(day) ?? 0n) + amount)
}

/** Time span in which a stake or an L1 validator counts, epoch seconds. */
interface StakeRow {
  is_delegation: 0 | 1
  weight: string
  began: number
  ended: number
}

/**
 * Stakes of permissioned validators end with the conversion of their subnet, and removed ones end
 * early.
 */
const selectStakes = statement<{ network: Network; subnetId: string; now: number }, StakeRow>(`
  SELECT p.kind = 'delegator' AS is_delegation, p.weight, p.start_timestamp AS began,
    min(
      p.end_timestamp,
      coalesce(e.timestamp, p.end_timestamp),
      coalesce(c.timestamp, p.end_timestamp)
    ) AS ended
  FROM staking_period p
  LEFT JOIN primary_block e
    ON e.network = p.network AND e.chain = 'P' AND e.height = p.end_height
  LEFT JOIN subnet s ON s.network = p.network AND s.subnet_id = p.subnet_id
  LEFT JOIN primary_transaction c
    ON c.network = s.network AND c.chain = 'P' AND c.tx_id = s.conversion_tx_id
  WHERE p.network = :network AND p.subnet_id = :subnetId AND p.start_timestamp < :now
  UNION ALL
  SELECT 0, CAST(w.weight AS TEXT), b.timestamp,
    coalesce(
      (SELECT n.timestamp FROM primary_block n
       WHERE n.network = w.network AND n.chain = 'P' AND n.height = (
         SELECT min(later.from_height) FROM l1_validator_weight later
         WHERE later.network = w.network AND later.subnet_id = w.subnet_id
           AND later.validation_id = w.validation_id AND later.from_height > w.from_height)),
      :now)
  FROM l1_validator_weight w
  JOIN primary_block b ON b.network = w.network AND b.chain = 'P' AND b.height = w.from_height
  WHERE w.network = :network AND w.subnet_id = :subnetId AND w.is_active = 1 AND w.weight > 0
    AND b.timestamp < :now`)

const selectGenesis = statement<{ network: string }, { timestamp: number }>(`
  SELECT timestamp FROM primary_block
  WHERE network = :network AND chain = 'P'
  ORDER BY height
  LIMIT 1`)

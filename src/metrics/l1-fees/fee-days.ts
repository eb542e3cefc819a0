import type { MetricsValue } from '../../../schemas/metrics/series.ts'
import { checkTimeRange, type TimeRange } from '../../http/time-range.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import { daySeconds } from '../../time-units.ts'
import type { World } from '../../world/world.ts'
import { timeline } from '../series/timeline.ts'

/** nAVAX that an active L1 validator pays for a second: the lowest price, which no L1 exceeds. G-79 */
const feePerSecond = 512n

/** Which validations count; what is absent does not matter. */
export interface Validations {
  readonly network?: Network
  readonly validationId?: string
  readonly nodeId?: string
  readonly subnetId?: string
}

/** What is told of a day. */
export type FeeValue = 'daily' | 'cumulative' | 'paying'

/** nAVAX or validators of each day from the first with a fee on, newest first. G-133 */
export function feeSeries(
  world: World,
  validations: Validations,
  value: FeeValue,
  range: TimeRange,
): MetricsValue[] {
  checkTimeRange(range)
  const days = feeDays(activeTimes(world, validations), dayOf(world.now - 1))
  const [first] = days.keys()
  const starts = timeline(world, {
    ...{ interval: 'day', first: first && first * daySeconds },
    ...{ startTimestamp: range.startTimestamp, endTimestamp: range.endTimestamp },
  })
  return starts.map((timestamp) => {
    const day = days.get(timestamp / daySeconds)
    return { value: day ? Number(day[value]) : 0, timestamp }
  })
}

/** When a validation was active, epoch seconds; the second is not in it. */
interface ActiveTime {
  readonly validationId: string
  readonly from: number
  readonly to: number
}

function activeTimes(world: World, validations: Validations): ActiveTime[] {
  const rows = world.all(selectChanges, {
    network: validations.network ?? null,
    validationId: validations.validationId ?? null,
    nodeId: validations.nodeId ?? null,
    subnetId: validations.subnetId ?? null,
  })
  return rows.flatMap(({ validation_id, is_active, timestamp }, i) => {
    const next = rows[i + 1]
    const to = next?.validation_id === validation_id ? next.timestamp : world.now
    return is_active === 1 && to > timestamp
      ? [{ validationId: validation_id, from: timestamp, to }]
      : []
  })
}

/** Of each day from the first active one on, by days since 1970. */
function feeDays(
  times: readonly ActiveTime[],
  today: number,
): Map<number, Record<FeeValue, bigint>> {
  const seconds = new Map<number, number>()
  const paying = new Map<number, Set<string>>()
  for (const { validationId, from, to } of times)
    for (let day = dayOf(from); day <= dayOf(to - 1); day++) {
      const begin = Math.max(from, day * daySeconds)
      const end = Math.min(to, (day + 1) * daySeconds)
      seconds.set(day, (seconds.get(day) ?? 0) + end - begin)
      paying.set(day, (paying.get(day) ?? new Set()).add(validationId))
    }
  const days = new Map<number, Record<FeeValue, bigint>>()
  const first = Math.min(...seconds.keys())
  let cumulative = 0n
  for (let day = first; day <= today; day++) {
    const daily = BigInt(seconds.get(day) ?? 0) * feePerSecond
    cumulative += daily
    days.set(day, { daily, cumulative, paying: BigInt(paying.get(day)?.size ?? 0) })
  }
  return days
}

const dayOf = (time: number) => Math.floor(time / daySeconds)

type Filter = {
  network: string | null
  validationId: string | null
  nodeId: string | null
  subnetId: string | null
}

/** When validations began or ceased to be active, each in the order of time. */
const selectChanges = statement<
  Filter,
  { validation_id: string; is_active: 0 | 1; timestamp: number }
>(`
  SELECT v.validation_id, w.is_active AND w.weight > 0 AS is_active, b.timestamp
  FROM l1_validator v
  CROSS JOIN l1_validator_weight w
    ON w.network = v.network AND w.subnet_id = v.subnet_id AND w.validation_id = v.validation_id
  CROSS JOIN primary_block b
    ON b.network = v.network AND b.chain = 'P' AND b.height = w.from_height
  WHERE (:network IS NULL OR v.network = :network)
    AND (:validationId IS NULL OR v.validation_id = :validationId)
    AND (:nodeId IS NULL OR v.node_id = :nodeId)
    AND (:subnetId IS NULL OR v.subnet_id = :subnetId)
  ORDER BY v.network, v.seq, w.from_height`)

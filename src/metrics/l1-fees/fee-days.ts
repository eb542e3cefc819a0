import type { MetricsValue } from '../../../schemas/metrics/series.ts'
import { checkTimeRange, type TimeRange } from '../../http/request/time-range.ts'
import { type FeeDay, l1FeeDays, type Validations } from '../../store/l1-fees.ts'
import { daySeconds } from '../../time/time-units.ts'
import type { World } from '../../world/world.ts'
import { timeline } from '../series/timeline.ts'

/** Returns nAVAX or validators of each day since the first with a fee, newest first. G-133 */
export function feeSeries(
  world: World,
  validations: Validations,
  value: keyof FeeDay,
  range: TimeRange,
): MetricsValue[] {
  checkTimeRange(range)
  const days = l1FeeDays(world, validations)
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

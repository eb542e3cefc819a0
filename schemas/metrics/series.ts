import { type Static, Type } from '@sinclair/typebox'
import { intervals } from '../../src/time/calendar.ts'
import { nextPage, pageQuery } from '../paging.ts'
import { EpochSeconds, oneOf, withOptions } from '../scalars.ts'

/** Value of a metric in an hour, day, week or month, with the start of that period. */
export const MetricsValue = Type.Object(
  { value: Type.Number({ minimum: 0 }), timestamp: EpochSeconds },
  { $id: 'MetricsValue' },
)
export type MetricsValue = Static<typeof MetricsValue>

/** Values of a metric, newest first. */
export const MetricsSeries = Type.Object({ ...nextPage, results: Type.Array(MetricsValue) })

/** Values of a metric in a single page. */
export const WholeMetricsSeries = Type.Object({ results: Type.Array(MetricsValue) })

/** Interval of the values of a metric, in UTC. */
export const TimeInterval = oneOf(intervals, { $id: 'TimeInterval', default: 'hour' })
export type TimeInterval = Static<typeof TimeInterval>

/** Bounds of the starts of hours, days, weeks or months, both inclusive. G-28 */
export const seriesRange = {
  startTimestamp: Type.Optional(
    withOptions(EpochSeconds, { description: 'Epoch seconds of the earliest value, inclusive.' }),
  ),
  endTimestamp: Type.Optional(
    withOptions(EpochSeconds, { description: 'Epoch seconds of the latest value, inclusive.' }),
  ),
}

/** Values, up to 2,160 a page: 90 days of hours. */
export const seriesPage = pageQuery({ size: 100, max: 2160 })

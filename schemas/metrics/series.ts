import { type Static, Type } from '@sinclair/typebox'
import { intervals } from '../../src/time/calendar.ts'
import { nextPage, pageQuery } from '../paging.ts'
import { EpochSeconds, oneOf, withOptions } from '../scalars.ts'

/** A value of a metric in an hour, day, week or month, by when that begins. */
export const MetricsValue = Type.Object(
  { value: Type.Number({ minimum: 0 }), timestamp: EpochSeconds },
  { $id: 'MetricsValue' },
)
export type MetricsValue = Static<typeof MetricsValue>

/** Values of a metric, newest first. */
export const MetricsSeries = Type.Object({ ...nextPage, results: Type.Array(MetricsValue) })

/** Values of a metric that come in one page. */
export const WholeMetricsSeries = Type.Object({ results: Type.Array(MetricsValue) })

/** What the values of a metric are of; all in UTC. */
export const TimeInterval = oneOf(intervals, { $id: 'TimeInterval', default: 'hour' })
export type TimeInterval = Static<typeof TimeInterval>

/** Bounds of the beginnings of hours, days, weeks or months, both inclusive. G-28 */
export const seriesRange = {
  startTimestamp: Type.Optional(
    withOptions(EpochSeconds, { description: 'Epoch seconds of the earliest value, inclusive.' }),
  ),
  endTimestamp: Type.Optional(
    withOptions(EpochSeconds, { description: 'Epoch seconds of the latest value, inclusive.' }),
  ),
}

/** Up to 2,160 values a page: 90 days of hours. */
export const seriesPage = pageQuery({ size: 100, max: 2160 })

import type { metricsOperations } from '../../../schemas/control/metrics.ts'
import { gauge, type Metric, metric } from '../../http/server/metric.ts'
import type { ProcessMeters } from '../../http/server/process-meters.ts'
import type { OperationTally } from '../../http/server/request-tally.ts'
import type { Worlds } from '../../http/worlds/worlds.ts'
import type { Group } from '../group.ts'

/** Builds the operation of the server's own metrics, for Prometheus: docs/control.md. */
export const metricsGroup = (
  worlds: Worlds,
  meters: ProcessMeters,
): Group<typeof metricsOperations> => ({
  async getMetrics() {
    // The library sums the metrics of several processes and writes the text format with its
    // escapes. It counts nothing here: tallies are read when a client asks, so that a request pays
    // for no label. It is loaded with the first measurement: it takes a good part of a start.
    const { AggregatorRegistry } = await import('prom-client')
    return AggregatorRegistry.aggregate([measured(worlds, meters), ...meters.ofReaders()]).metrics()
  },
})

/** Builds the metrics of one process. @param worlds worlds whose heads are included */
export function measured(
  worlds: Pick<Worlds, 'all'>,
  { requests, errors, cache, loopDelay }: ProcessMeters,
): Metric[] {
  const tallies = requests.tallies()
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  return [
    metric(
      'counter',
      'snowglobe_requests_total',
      'Requests to the four interfaces; status none: the connection ended before a response',
      tallies.flatMap((tally) =>
        [...tally.statuses].map(([status, value]) => ({
          labels: { ...labelsOf(tally), status: status ?? 'none' },
          value,
        })),
      ),
    ),
    metric(
      'histogram',
      'snowglobe_request_duration_seconds',
      'Time from the arrival of a request to the end of its response',
      tallies.flatMap((tally) =>
        tally.durations.samples('snowglobe_request_duration_seconds', labelsOf(tally)),
      ),
    ),
    metric(
      'counter',
      'snowglobe_faults_total',
      'Requests that a fault rule or x-snowglobe-fault affected',
      tallies.map((tally) => ({ labels: labelsOf(tally), value: tally.faults })),
    ),
    metric('counter', 'snowglobe_internal_errors_total', 'Exceptions outside of requests', [
      { labels: {}, value: errors.count },
    ]),
    metric(
      'gauge',
      'snowglobe_world_head',
      'Entries of the log of a world',
      worlds.all().map(({ handle: { name, world } }) => ({
        labels: { world: name },
        value: world.head,
      })),
    ),
    metric(
      'counter',
      'snowglobe_webhook_attempts_total',
      'Attempts to deliver messages of webhooks',
      worlds.all().flatMap(({ handle: { name, webhooks } }) =>
        Object.entries(webhooks.dispatcher.counts).map(([state, value]) => ({
          labels: { world: name, state },
          value,
        })),
      ),
    ),
    metric(
      'gauge',
      'snowglobe_webhook_oldest_due_seconds',
      'How long the oldest message that is due waits, by the clock of the world',
      worlds.all().map(({ handle: { name, webhooks } }) => ({
        labels: { world: name },
        value: webhooks.oldestDueSeconds,
      })),
      'max',
    ),
    gauge('snowglobe_response_cache_entries', 'Responses in the cache', cache?.size().entries ?? 0),
    gauge(
      'snowglobe_response_cache_bytes',
      'Approximate memory of the response cache',
      cache?.size().bytes ?? 0,
    ),
    metric('gauge', 'snowglobe_memory_bytes', 'Memory of the process', [
      { labels: { kind: 'resident' }, value: rss },
      { labels: { kind: 'heap_used' }, value: heapUsed },
      { labels: { kind: 'heap_total' }, value: heapTotal },
      { labels: { kind: 'external' }, value: external },
    ]),
    metric(
      'gauge',
      'snowglobe_event_loop_delay_seconds',
      'Delay of the event loop since the start',
      [
        ...[50, 90, 99, 100].map((percent) => ({
          labels: { quantile: percent / 100 },
          value: loopDelay.percentile(percent) / 1e9,
        })),
      ],
      'max',
    ),
  ]
}

/** Builds the labels; the operation is `none` for paths and methods that do not exist. */
const labelsOf = ({ interface: of, operation = 'none' }: OperationTally) => ({
  interface: of,
  operation,
})

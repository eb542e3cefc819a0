import { Type } from '@sinclair/typebox'
import { controlOperation } from './control-operation.ts'

const getMetrics = controlOperation({
  operationId: 'getMetrics',
  method: 'GET',
  path: '/_admin/metrics',
  summary: 'Returns metrics of the process for Prometheus',
  description:
    'Requests to the four interfaces by operation and status, their durations as a histogram, faults, log entries of each world, response cache, memory, delay of the event loop; with `--shared-log` also log and replicas.',
  response: Type.String(),
  mediaType: 'text/plain; version=0.0.4; charset=utf-8',
})

/** Operations of the metrics of the process. */
export const metricsOperations = [getMetrics] as const

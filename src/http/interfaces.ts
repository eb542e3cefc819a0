/** The interfaces as far as guards and error bodies differ; a request has that of its route. */
export type InterfaceName = 'data' | 'metrics' | 'node'

/** Where the metrics service is at home: what is missing below is missing there. G-20 */
export const metricsPrefixes = ['/v1/avg_tps', '/v2'] as const

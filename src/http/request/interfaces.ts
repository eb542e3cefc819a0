/** The interfaces as far as guards and error bodies differ; a request has that of its route. */
export type InterfaceName = 'data' | 'metrics' | 'node'

/** The interfaces of the contract. */
export type ContractInterface = 'data' | 'metrics' | 'info' | 'index'

/** The node's paths that do not exist are its info interface's. */
export const contractInterface = (of: InterfaceName, url: string): ContractInterface =>
  of !== 'node' ? of : url.startsWith('/ext/index/') ? 'index' : 'info'

/** The path of the metrics service: an unknown path below it is unknown to that service. G-20 */
export const metricsPrefixes = ['/v1/avg_tps', '/v2'] as const

/** Interfaces as far as guards and error bodies differ; a request has that of its route. */
export type InterfaceName = 'data' | 'metrics' | 'node'

/** Interfaces of the contract. */
export type ContractInterface = 'data' | 'metrics' | 'info' | 'index' | 'chain'

/** Returns the interface of a request; unknown paths of the node count as its info interface. */
export const contractInterface = (of: InterfaceName, url: string): ContractInterface =>
  of !== 'node'
    ? of
    : url.startsWith('/ext/index/')
      ? 'index'
      : /^\/ext\/(bc|P|platform|X|avm|health)(?![^/?])/.test(url)
        ? 'chain'
        : 'info'

/** Paths of the metrics service: an unknown path below them is unknown to that service. G-20 */
export const metricsPrefixes = ['/v1/avg_tps', '/v2'] as const

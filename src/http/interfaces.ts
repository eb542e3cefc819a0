/** Which interface a path belongs to; on one port the paths do not overlap. */
export type InterfaceName = 'data' | 'metrics' | 'node'

/** Paths below `/ext` are the node's, those below `/v1/avg_tps` the metrics service's. */
export function interfaceOf(url: string): InterfaceName {
  if (/^\/ext(?:[/?#]|$)/.test(url)) return 'node'
  return /^\/v1\/avg_tps(?:[/?#]|$)/.test(url) ? 'metrics' : 'data'
}

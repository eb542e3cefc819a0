import { cleanPath, decodedPath } from './url.ts'

/** Which interface a path belongs to; on one port the paths do not overlap. */
export type InterfaceName = 'data' | 'metrics' | 'node'

/**
 * Paths below `/ext` are the node's, those below `/v1/avg_tps` the metrics service's, however
 * they are written; all others are the Data API's. G-74
 */
export function interfaceOf(url: string): InterfaceName {
  const path = /%|\/\/|\/\./.test(url) ? cleanPath(decodedPath(url)) : url
  if (/^\/ext(?:[/?#]|$)/.test(path)) return 'node'
  return /^\/v1\/avg_tps(?:[/?#]|$)/.test(path) ? 'metrics' : 'data'
}

import { Agent, type Dispatcher } from 'undici'
import { worldHeader } from '../http/headers.ts'
import { type RealHostsOptions, realHosts, refuseOtherNode } from './real-hosts.ts'

export type { RealHostsOptions } from './real-hosts.ts'

/**
 * Returns a dispatcher for undici, and so for `fetch` of Node, that sends requests for the real host
 * names of the Data API, the Metrics API and the public nodes to a server. All other requests go
 * where they should. `setGlobalDispatcher` of undici installs it.
 * @param server server, of which the URL is read at each request
 */
export function snowglobeDispatcher(
  server: {
    /** Address of the server. */
    readonly url: string
  },
  { network, world }: RealHostsOptions = {},
): Dispatcher {
  return new Agent().compose((dispatch) => (options, handler) => {
    const { hostname } = new URL(String(options.origin))
    if (!realHosts.includes(hostname)) return dispatch(options, handler)
    refuseOtherNode(hostname, network)
    const headers = pairsOf(options.headers).filter(([name]) => name.toLowerCase() !== 'host')
    if (world !== undefined) headers.push([worldHeader, world])
    return dispatch({ ...options, origin: server.url, headers: headers.flat() }, handler)
  })
}

/** Returns names and values in each of the forms in which undici takes headers. */
function pairsOf(headers: Dispatcher.DispatchOptions['headers']): [string, string][] {
  if (!headers) return []
  if (!Array.isArray(headers)) {
    const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers)
    return entries.flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    )
  }
  return headers.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[String(name), String(headers[index + 1])]] : [],
  )
}

import { HttpResponse, http, type RequestHandler } from 'msw'
import { worldHeader } from '../http/headers.ts'
import type { Snowglobe } from '../types.ts'
import { type RealHostsOptions, realHosts, refuseOtherNode } from './real-hosts.ts'

export type { RealHostsOptions } from './real-hosts.ts'

/** Headers that belong to a connection: the injected request and the mocked response have none. */
const ofConnection = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding']

/**
 * Returns handlers for msw 2 that answer the real host names of the Data API, the Metrics API and
 * the public nodes from a server in this process. A fault rule that breaks a connection becomes a
 * network error.
 * @param snowglobe server, which has to run when the first request arrives
 */
export function snowglobeHandlers(
  snowglobe: Pick<Snowglobe, 'inject'>,
  { network, world }: RealHostsOptions = {},
): RequestHandler[] {
  return realHosts.map((host) =>
    http.all(`https://${host}/*`, async ({ request }) => {
      refuseOtherNode(host, network)
      const { pathname, search } = new URL(request.url)
      const headers = Object.fromEntries(
        [...request.headers].filter(([name]) => !ofConnection.includes(name)),
      )
      if (world !== undefined) headers[worldHeader] = world
      const payload = Buffer.from(await request.arrayBuffer())
      const response = await snowglobe
        .inject({
          method: request.method as 'GET',
          url: pathname + search,
          headers,
          ...(payload.length > 0 && { payload }),
        })
        .catch(() => undefined)
      return response ? mocked(response) : HttpResponse.error()
    }),
  )
}

function mocked({
  statusCode,
  headers,
  rawPayload,
}: Awaited<ReturnType<Snowglobe['inject']>>): Response {
  const isEmpty = rawPayload.length === 0
  return new HttpResponse(isEmpty ? null : new Uint8Array(rawPayload), {
    status: statusCode,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined || ofConnection.includes(name) ? [] : [[name, String(value)]],
    ),
  })
}

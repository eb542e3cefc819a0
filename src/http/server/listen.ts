import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** URL of a running server, and the function that stops it. */
interface Listening {
  readonly url: string
  /** Accepts no more connections; existing ones stay. */
  stop(): void
}

/**
 * Listens on a host. `localhost` may have several addresses, of which clients use any. Connections
 * to each of them become connections of the one server, so that its limits and its shutdown cover
 * all. Fastify would create a separate server for each further address.
 * @param max maximum number of connections at once, if there is one
 * @param pauseOnConnect whether connections stay unread, so that another process can have them
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
  max: number | undefined,
  { pauseOnConnect = false }: { readonly pauseOnConnect?: boolean } = {},
): Promise<Listening> {
  const addresses =
    host === 'localhost'
      ? (await lookup(host, { all: true })).map(({ address }) => address)
      : [host]
  const [first = host, ...others] = [...new Set(addresses)]
  const share = max && Math.ceil(max / (others.length + 1))
  if (share) app.server.maxConnections = share
  // Every Node server has this option, but the HTTP server does not pass it on.
  Object.assign(app.server, { pauseOnConnect })
  const url = await app.listen({ port, host: first })
  const listeners: Server[] = []
  const closeListeners = () => {
    for (const listener of listeners) listener.close()
  }
  app.server.once('close', closeListeners)

  const { port: taken } = app.server.address() as AddressInfo
  for (const address of others) {
    const listener = createServer(
      { allowHalfOpen: true, noDelay: true, pauseOnConnect },
      (socket) => app.server.emit('connection', socket),
    )
    if (share) listener.maxConnections = share
    try {
      await once(listener.listen(taken, address), 'listening')
      listeners.push(listener)
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
  const stop = () => {
    app.server.close()
    closeListeners()
  }
  return { url, stop }
}

/** Tells whether an address is missing: a machine without IPv6 may still resolve its names. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT')

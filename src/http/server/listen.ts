import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Where a server is reached, and how it ceases to be. */
export interface Listening {
  readonly url: string
  /** Accepts no more connections; those that are there stay. */
  stop(): void
}

/**
 * Listens on a host. `localhost` may be several addresses, of which clients take any; connections
 * to each of them become connections of the one server, so that its bounds and its shutdown hold
 * for all. Fastify would make a server of its own for each that follows.
 * @param most connections at once, if that is bounded
 * @param pauseOnConnect whether nothing is read of connections, so that another process can have them
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
  most: number | undefined,
  { pauseOnConnect = false }: { readonly pauseOnConnect?: boolean } = {},
): Promise<Listening> {
  const addresses =
    host === 'localhost'
      ? (await lookup(host, { all: true })).map(({ address }) => address)
      : [host]
  const [first = host, ...others] = [...new Set(addresses)]
  const share = most && Math.ceil(most / (others.length + 1))
  if (share) app.server.maxConnections = share
  // An option of every server of Node's, which that for HTTP does not hand on.
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

/** Names of addresses that a machine without IPv6 may know nevertheless. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT')

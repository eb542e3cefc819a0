import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, Server } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** With what a reader tells whose request it hands over; behind it stands nothing of the client's. */
export const addressHeader = 'x-snowglobe-client-address'

/** What is written in place of a TCP reset, which connections inside a machine do not have. */
const resetMark = 'reset the connection of the client'

/** Whether bytes that are no HTTP say that the connection of the client is to be reset. */
export const isResetMark = (bytes: Buffer | undefined): boolean =>
  bytes?.toString('latin1') === resetMark

/** Where a server takes requests from the readers of its machine. */
export interface Door {
  readonly path: string
  /** Whether a connection came through it. */
  has(socket: Socket): boolean
  close(): void
}

/** Opens one that nobody but this user can find. */
export async function openDoor(server: Server): Promise<Door> {
  // The mode of such a folder is 0700.
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-door-'))
  const path =
    process.platform === 'win32' ? join('\\\\?\\pipe', folder, 'door') : join(folder, 'door')
  const sockets = new WeakSet<Socket>()
  const listener = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.resetAndDestroy = () => socket.end(resetMark)
    server.emit('connection', socket)
  })
  server.prependListener('request', (request) => {
    if (sockets.has(request.socket)) showAsSent(request)
  })
  await once(listener.listen(path), 'listening')
  return {
    path,
    has: (socket) => sockets.has(socket),
    close() {
      listener.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Makes a request that a reader has handed over look as it did there. */
function showAsSent({ rawHeaders, headers, socket }: IncomingMessage): void {
  const added = rawHeaders.splice(rawHeaders.lastIndexOf(addressHeader))
  const [, address] = added
  const sent = new Set(rawHeaders.map((text, at) => (at % 2 === 0 ? text.toLowerCase() : '')))
  for (let at = 0; at < added.length; at += 2) {
    const name = added[at]?.toLowerCase() ?? ''
    if (!sent.has(name)) delete headers[name]
  }
  Object.defineProperty(socket, 'remoteAddress', { value: address, configurable: true })
}

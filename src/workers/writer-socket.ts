import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { makeTemporary, sweepTemporary } from '../world/temporary-folder.ts'
import { maxHandedOverBytes, restore } from './handed-over.ts'

/** Text in place of a TCP reset, which connections inside a machine do not have. */
const resetMark = 'reset the connection of the client'

/** Tells whether bytes stand for a reset of the client's connection. */
export const isResetMark = (bytes: Buffer | undefined): boolean =>
  bytes?.toString('latin1') === resetMark

/** Socket on which a server takes requests from the readers of its machine. */
export interface WriterSocket {
  readonly path: string
  /** Tells whether a connection came through it. */
  has(socket: Socket): boolean
  close(): void
}

const prefix = 'snowglobe-writer-'

/** Opens a socket in a folder that only this user can enter. */
export async function openWriterSocket(server: Server): Promise<WriterSocket> {
  sweepTemporary(prefix)
  const { folder, remove } = makeTemporary(prefix)
  const path =
    process.platform === 'win32' ? join('\\\\?\\pipe', folder, 'writer') : join(folder, 'writer')
  const sockets = new WeakSet<Socket>()
  const listener = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.resetAndDestroy = () => socket.end(resetMark)
    withLongHeaders(server, () => server.emit('connection', socket))
  })
  server.prependListener('request', (request, response) => {
    if (!sockets.has(request.socket)) return
    try {
      restore(request)
    } catch {
      response.destroy()
    }
  })
  await once(listener.listen(path), 'listening')
  return {
    path,
    has: (socket) => sockets.has(socket),
    close() {
      listener.close()
      remove()
    },
  }
}

/**
 * Starts a connection with a larger header limit, which Node reads when it begins with a
 * connection.
 */
function withLongHeaders(server: Server, begin: () => void): void {
  const limited = server as { maxHeaderSize?: number | undefined }
  const before = limited.maxHeaderSize
  limited.maxHeaderSize = maxHandedOverBytes
  begin()
  limited.maxHeaderSize = before
}

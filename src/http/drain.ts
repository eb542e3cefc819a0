import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '../clock.ts'

/** Connections that the system holds for a listener until it accepts them; Node's and Fastify's default. */
const backlog = 511

/**
 * Ends a server without breaking off what a client has begun, for at most so many milliseconds.
 * `stop` lets no more connections in.
 */
export type Drain = (graceMs: number, stop: () => void) => Promise<void>

/**
 * Follows the connections of a server. While it drains, the last answer of each connection says
 * `connection: close`; what the system has accepted is read and answered; a request that has begun
 * may be finished.
 */
export function createDrain(server: Server): Drain {
  /**
   * The connections, each with its latest request while that is being answered. Nothing is taken out
   * between requests: a map that entries come to and go from is made anew so often that V8 keeps
   * the old ones, and through them thousands of answers, until it looks through the whole heap.
   */
  const connections = new Map<Socket, ServerResponse | undefined>()
  let isDraining = false
  let accepted = 0

  server.on('connection', (socket) => {
    accepted += 1
    connections.set(socket, undefined)
    socket.once('close', () => connections.delete(socket))
  })

  const handlers = server.listeners('request')
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    for (const handler of handlers) handler.call(server, request, response)
  }
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const { socket } = request
    const earlier = connections.get(socket)
    connections.set(socket, response)
    response.on('close', () => {
      // An answer may be over after its connection.
      if (connections.get(socket) === response) connections.set(socket, undefined)
    })
    if (!isDraining) return handle(request, response)
    // Whoever reads that the connection closes reads no further: only the last answer may say so.
    if (earlier && !earlier.headersSent) earlier.removeHeader('connection')
    response.setHeader('connection', 'close')
    // A turn later, when it is known which requests the client sent behind this one.
    setImmediate(handle, request, response)
  })

  /**
   * Accepts and reads what clients hold for delivered: a turn of the loop accepts one connection
   * and reads those before it. Whoever comes after a full backlog came after the beginning.
   */
  async function takeWhatCame(end: number): Promise<void> {
    const last = accepted + backlog
    let quietTurns = 0
    while (quietTurns < 3 && accepted < last && monotonicMs() < end) {
      const before = accepted
      await nextTurn()
      quietTurns = accepted === before ? quietTurns + 1 : 0
    }
  }

  return async (graceMs, stop) => {
    const end = monotonicMs() + graceMs
    isDraining = true
    for (const response of connections.values())
      if (response && !response.headersSent) response.setHeader('connection', 'close')
    await takeWhatCame(end)
    stop()
    for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy()
    while (connections.size > 0 && monotonicMs() < end) {
      server.closeIdleConnections()
      await sleep(10)
    }
  }
}

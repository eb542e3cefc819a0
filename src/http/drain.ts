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
  const connections = new Set<Socket>()
  /** The latest request of a connection, while it is being answered. */
  const latest = new Map<Socket, ServerResponse>()
  let isDraining = false
  let accepted = 0

  server.on('connection', (socket) => {
    accepted += 1
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })

  const handlers = server.listeners('request')
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    for (const handler of handlers) handler.call(server, request, response)
  }
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const { socket } = request
    const earlier = latest.get(socket)
    latest.set(socket, response)
    response.once('close', () => {
      if (latest.get(socket) === response) latest.delete(socket)
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
    for (const response of latest.values())
      if (!response.headersSent) response.setHeader('connection', 'close')
    await takeWhatCame(end)
    stop()
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    while (connections.size > 0 && monotonicMs() < end) {
      server.closeIdleConnections()
      await sleep(10)
    }
  }
}

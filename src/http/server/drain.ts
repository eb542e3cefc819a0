import type { Server } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '../../time/clock.ts'
import type { Connections } from './connections.ts'

/** Connections that the system holds for a listener until it accepts them; Node's and Fastify's default. */
const backlog = 511

/**
 * Ends a server without breaking off what a client has begun, for at most so many milliseconds:
 * the last answer of each connection says `connection: close`; what the system has accepted is read
 * and answered; a request that has begun may be finished.
 * @param stop lets no more connections in
 */
export async function drain(
  server: Server,
  connections: Connections,
  graceMs: number,
  stop: () => void | Promise<void>,
): Promise<void> {
  const { count } = connections
  const end = monotonicMs() + graceMs

  /**
   * Accepts and reads what clients hold for delivered: a turn of the loop accepts one connection
   * and reads those before it. Whoever comes after a full backlog came after the beginning.
   */
  async function takeWhatCame(): Promise<void> {
    const last = count.accepted + backlog
    let quietTurns = 0
    while (quietTurns < 3 && count.accepted < last && monotonicMs() < end) {
      const before = count.accepted
      await nextTurn()
      quietTurns = count.accepted === before ? quietTurns + 1 : 0
    }
  }

  for (const { latest } of connections.open())
    if (latest && !latest.headersSent) latest.setHeader('connection', 'close')
  // Before it gets its turn, when it is known which requests the client sent behind it.
  server.prependListener('request', (request, response) => {
    // Whoever reads that the connection closes reads no further: only the last answer may say so.
    const earlier = connections.of(request.socket)?.latest
    if (earlier && !earlier.headersSent) earlier.removeHeader('connection')
    response.setHeader('connection', 'close')
  })
  await takeWhatCame()
  await stop()
  // Those without an address are readers', who always have a request.
  for (const { socket } of connections.open())
    if (socket.bytesRead === 0 && socket.remoteAddress !== undefined) socket.destroy()
  while (count.open > 0 && monotonicMs() < end) {
    server.closeIdleConnections()
    await sleep(10)
  }
}

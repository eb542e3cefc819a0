import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '../../time/clock.ts'
import { yieldToEventLoop } from '../../util/yield-to-event-loop.ts'
import type { Connections } from './connections.ts'

/**
 * Connections that the system holds for a listener until it accepts them; the default of Node and
 * Fastify.
 */
const backlog = 511

/**
 * Ends a server without breaking off started requests, for at most `graceMs` milliseconds. The last
 * response of each connection says `connection: close`. Input that the system has accepted is read
 * and answered. A started request may be finished.
 * @param stop function that refuses new connections from then on
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
   * Accepts and reads the input that clients consider delivered. A turn of the loop accepts one
   * connection and reads those before it. A client after a full backlog came after the start of the
   * shutdown.
   */
  async function takeWhatCame(): Promise<void> {
    const last = count.accepted + backlog
    let quietTicks = 0
    while (quietTicks < 3 && count.accepted < last && monotonicMs() < end) {
      const before = count.accepted
      await yieldToEventLoop()
      quietTicks = count.accepted === before ? quietTicks + 1 : 0
    }
  }

  for (const { latest } of connections.open())
    if (latest && !latest.headersSent) latest.setHeader('connection', 'close')
  // The listener runs before the request gets its turn, when all pipelined requests are known.
  server.prependListener('request', (request, response) => {
    // A client stops reading at `connection: close`, so only the last response may say it.
    const earlier = connections.of(request.socket)?.latest
    if (earlier && !earlier.headersSent) earlier.removeHeader('connection')
    response.setHeader('connection', 'close')
  })
  await takeWhatCame()
  await stop()
  // Connections without an address belong to readers, which always have a request.
  for (const { socket } of connections.open())
    if (socket.bytesRead === 0 && socket.remoteAddress !== undefined) socket.destroy()
  while (count.open > 0 && monotonicMs() < end) {
    server.closeIdleConnections()
    await sleep(10)
  }
}

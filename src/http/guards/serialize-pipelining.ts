import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { monotonicMs } from '../../time/clock.ts'
import type { FastPath } from '../cache/fast-path.ts'
import type { Connections } from '../server/connections.ts'
import type { InternalErrors } from '../server/internal-errors.ts'

/** G-85: maximum number of requests of a connection that wait behind the current one. */
const maxWaiting = 16

/** Milliseconds of one turn of the event loop for requests that have arrived. */
const sliceMs = 5

/**
 * Refuses a broken request after the responses to all complete requests before it on the
 * connection. A request whose body will never end is not waited for. No response follows the
 * refusal.
 */
export type QueueRefusal = (socket: Socket, refuse: Refusal) => void

/** Writes the refusal. @param isOfHead whether the broken request is a HEAD */
type Refusal = (isOfHead: boolean) => void

/**
 * Serialises the pipelined requests of a connection: the next one begins when the previous response
 * has left the process. Node parses 64 KiB at once and would run hundreds of handlers in one turn
 * of the loop. It would also keep all their responses for a client that does not read. A client
 * that sends more than may wait is cut off.
 * @param server whose listeners get the requests from now on, each when its turn has come
 * @param fastPaths tried in their order, before the listeners
 * @param errors receives the error of a listener; the connection is closed then
 */
export function serializePipelining(
  server: Server,
  connections: Connections,
  fastPaths: readonly FastPath[],
  errors: InternalErrors,
): QueueRefusal {
  const handlers = server.listeners('request') as RequestListener[]
  const soon = createTimeSlicedQueue()

  function serve(request: IncomingMessage, response: ServerResponse): void {
    for (const fastPath of fastPaths) if (fastPath(request, response)) return
    for (const handler of handlers) handler.call(server, request, response)
  }

  const begin = errors.guard(
    (request: IncomingMessage, response: ServerResponse) => {
      if (request.socket.destroyed || connections.of(request.socket)?.isRefused) return
      response.on('close', over)
      serve(request, response)
    },
    (request) => request.socket.destroy(),
  )

  /**
   * Starts the next request when the response was handed to the system or the connection is lost.
   */
  function over(this: ServerResponse): void {
    const connection = connections.of(this.req.socket)
    if (!connection) return
    if (connection.latest === this && this.req.complete) connection.latest = undefined
    const next = connection.waiting.shift()
    if (next) soon(next)
    else connection.isBusy = false
  }

  // HTTP lets a server ignore unknown expectations. Node would refuse them itself, with an empty
  // response and out of turn.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const connection = connections.of(request.socket)
    if (!connection) return
    connection.latest = response
    if (!connection.isBusy) {
      connection.isBusy = true
      // Handling starts after all that has arrived is parsed, in case the rest cuts the client off.
      soon(() => begin(request, response))
    } else if (connection.waiting.length < maxWaiting)
      connection.waiting.push(() => begin(request, response))
    else request.socket.destroy()
  })

  return (socket, refuse) => {
    const connection = connections.of(socket)
    if (!connection) return
    const { latest, waiting } = connection
    const isCut = latest !== undefined && !latest.req.complete
    const refuseNow = errors.guard(() => {
      if (connection.isRefused) return
      connection.isRefused = true
      // After the beginning of a response, nothing else can be sent.
      if (isCut && latest.headersSent) socket.destroySoon()
      else refuse(isCut && latest.req.method === 'HEAD')
    })
    const isBegun = isCut && waiting.length === 0
    if (isCut) waiting.pop()
    if (isBegun || !connection.isBusy) refuseNow()
    else waiting.push(refuseNow)
  }
}

/**
 * Runs tasks in their order, a few in each turn of the loop, so that other work runs in between.
 */
function createTimeSlicedQueue() {
  const tasks: (() => void)[] = []

  function runSome(): void {
    const startedAt = monotonicMs()
    do tasks.shift()?.()
    while (tasks.length > 0 && monotonicMs() - startedAt < sliceMs)
    if (tasks.length > 0) setImmediate(runSome)
  }

  return (task: () => void): void => {
    if (tasks.push(task) === 1) setImmediate(runSome)
  }
}

import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { monotonicMs } from '../../clock.ts'

/** G-85: requests of a connection that may wait behind the one that is being answered. */
export const maxWaiting = 16

/** Milliseconds of one turn of the event loop that go to requests that had to wait. */
const turnMs = 5

/** What a connection has sent: whether one request is being answered, and who waits for that. */
interface Queue {
  isBusy: boolean
  readonly waiting: (() => void)[]
}

export interface OneAtATime {
  /** Holds every request back until its turn has come. */
  onRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void
  /** Runs a task when everything that a connection has asked for is answered. */
  afterAnswers(socket: Socket, task: () => void): void
}

/**
 * Of the requests that a client sends without waiting for answers, the next one begins when the
 * answer before it has left the process. Node parses 64 KiB at once and would run hundreds of
 * handlers in one turn of the loop, and keep all their answers for a client that does not read.
 * Who sends more than may wait is cut off.
 * @param over told when the answer of a request that had begun is over
 */
export function oneAtATime(
  over: (request: FastifyRequest, reply: FastifyReply) => void,
): OneAtATime {
  const queues = new WeakMap<Socket, Queue>()
  const soon = createSlowLane()

  function onRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const { socket } = request.raw
    let queue = queues.get(socket)
    if (!queue) {
      queue = { isBusy: false, waiting: [] }
      queues.set(socket, queue)
    }
    const { waiting } = queue
    const begin = () => {
      if (socket.destroyed) return
      // The answer has been handed to the system, or the connection is lost.
      reply.raw.on('close', () => {
        over(request, reply)
        const next = waiting.shift()
        if (next) soon(next)
        else queue.isBusy = false
      })
      done()
    }

    if (!queue.isBusy) {
      queue.isBusy = true
      // When all that has arrived is parsed: nothing is done for whom the rest of it cuts off.
      setImmediate(begin)
    } else if (waiting.length < maxWaiting) {
      waiting.push(begin)
    } else {
      socket.destroy()
    }
  }

  function afterAnswers(socket: Socket, task: () => void): void {
    const queue = queues.get(socket)
    if (queue?.isBusy) queue.waiting.push(task)
    else task()
  }

  return { onRequest, afterAnswers }
}

/** Runs tasks in their order, a few in each turn of the loop, so that others come in between. */
function createSlowLane() {
  const tasks: (() => void)[] = []

  function runSome(): void {
    const startedAt = monotonicMs()
    do tasks.shift()?.()
    while (tasks.length > 0 && monotonicMs() - startedAt < turnMs)
    if (tasks.length > 0) setImmediate(runSome)
  }

  return (task: () => void): void => {
    if (tasks.push(task) === 1) setImmediate(runSome)
  }
}

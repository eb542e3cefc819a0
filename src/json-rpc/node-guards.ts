import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { behindFaults } from '../http/faults/act-on.ts'
import { apiKeyOf } from '../http/guards/api-key.ts'
import { guard } from '../http/guards/guard.ts'
import { decorateWithCalls, type RequestTally } from '../http/request-tally.ts'
import { upToDate } from '../http/up-to-date.ts'
import { bindToWorld, handleOf, type WorldsOfRequests } from '../http/world-of-request.ts'
import { decodeRequest } from './request.ts'

/**
 * What stands before the node's interfaces. Which method is called the body says alone: while a rule
 * of faults names one, calls are looked at when it has been read.
 */
export function nodeGuards(
  scope: FastifyInstance,
  worlds: WorldsOfRequests,
  requests: RequestTally,
): void {
  decorateWithCalls(scope)
  const waiting = new WeakSet<FastifyRequest>()

  function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    next: (error?: Error) => void,
    call?: string,
  ): void {
    const handle = handleOf(request)
    const proceed = () => {
      try {
        if (guard(handle, 'node', apiKeyOf(request), request, reply)) next()
      } catch (error) {
        next(error as Error)
      }
    }
    behindFaults(handle, 'node', request, reply, proceed, call)
  }

  scope.addHook('onRequest', (request, reply, next) => {
    requests.follow('node', request, reply)
    const { faults, journal, world } = bindToWorld(request, worlds)
    journal.follow(world, 'node', request, reply)
    if (faults.needsBody && request.method === 'POST' && !request.is404) {
      waiting.add(request)
      next()
    } else admit(request, reply, next)
  })
  scope.addHook('preHandler', (request, reply, next) => {
    if (waiting.has(request)) admit(request, reply, next, calledIn(request.body))
    else next()
  })
  scope.addHook('preHandler', upToDate)
}

const calledIn = (body: unknown): string | undefined =>
  typeof body === 'string' ? decodeRequest(body).method : undefined

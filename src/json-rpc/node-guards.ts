import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { behindFaults } from '../http/faults/act-on.ts'
import { guard } from '../http/guards/guard.ts'
import { upToDate } from '../http/up-to-date.ts'
import { type Visit, type Visits, visitOf } from '../http/visit.ts'
import { decodeRequest } from './request.ts'

/**
 * What stands before the node's interfaces. Which method is called the body says alone: while a rule
 * of faults names one, calls are looked at when it has been read.
 */
export function nodeGuards(scope: FastifyInstance, visits: Visits): void {
  const waiting = new WeakSet<FastifyRequest>()

  function admit(
    visit: Visit,
    request: FastifyRequest,
    reply: FastifyReply,
    next: (error?: Error) => void,
    call?: string,
  ): void {
    const proceed = () => {
      try {
        if (guard(visit, request, reply)) next()
      } catch (error) {
        next(error as Error)
      }
    }
    behindFaults(visit, request, reply, proceed, call)
  }

  scope.addHook('onRequest', (request, reply, next) => {
    const visit = visits.begin('node', request)
    if (visit.handle.faults.needsBody && request.method === 'POST' && !request.is404) {
      waiting.add(request)
      next()
    } else admit(visit, request, reply, next)
  })
  scope.addHook('preHandler', (request, reply, next) => {
    if (waiting.has(request)) admit(visitOf(request), request, reply, next, calledIn(request.body))
    else next()
  })
  scope.addHook('preHandler', upToDate)
}

const calledIn = (body: unknown): string | undefined =>
  typeof body === 'string' ? decodeRequest(body).method : undefined

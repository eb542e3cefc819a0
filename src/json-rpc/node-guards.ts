import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify'
import { indexMethods } from '../../schemas/container-index.ts'
import { infoMethods } from '../../schemas/info.ts'
import { behindFaults } from '../http/faults/act-on.ts'
import { guard } from '../http/guards/guard.ts'
import { faultHeader } from '../http/headers.ts'
import { upToDate } from '../http/request/up-to-date.ts'
import { type Visit, type Visits, visitOf } from '../http/request/visit.ts'
import type { Reception } from '../http/response/not-found-scope.ts'
import { mediaTypeOf } from './media-type.ts'
import { decodeRequest } from './request.ts'

export interface NodeGuards {
  readonly onRequest: Reception['onRequest']
  readonly preHandler: preHandlerHookHandler
}

/**
 * What stands before the node's interfaces. Which method is called the body says alone: where a call
 * may meet a fault, it is looked at when its body has been read, since rules, metrics and the
 * journal tell of methods.
 */
export function nodeGuards(visits: Visits): NodeGuards {
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

  return {
    onRequest(request, reply, next) {
      const visit = visits.begin('node', request, reply)
      if (mayMeetFault(visit, request) && isCall(request)) {
        waiting.add(request)
        next()
      } else admit(visit, request, reply, next)
    },
    preHandler(request, reply, next) {
      if (!waiting.has(request)) {
        next()
        return
      }
      const visit = visitOf(request)
      const call = calledIn(request.body)
      // Whoever may invent names could fill the tables that are kept by them.
      if (call !== undefined && names.has(call)) visit.operation = call
      admit(visit, request, reply, next, call)
    },
  }
}

/** Has the guards look at whatever comes to the node's interfaces. */
export function guardNode(scope: FastifyInstance, { onRequest, preHandler }: NodeGuards): void {
  scope.addHook('onRequest', onRequest)
  scope.addHook('preHandler', preHandler)
  scope.addHook('preHandler', upToDate)
}

const names: ReadonlySet<string> = new Set(
  [infoMethods, indexMethods].flatMap((methods) => Object.keys(methods)),
)

const mayMeetFault = ({ handle }: Visit, { headers }: FastifyRequest): boolean =>
  !handle.faults.isEmpty || headers[faultHeader] !== undefined

/** What the node takes for a call; whatever else comes, a gateway would not wait for. */
const isCall = ({ method, is404, headers }: FastifyRequest): boolean =>
  method === 'POST' && !is404 && mediaTypeOf(headers).toLowerCase() === 'application/json'

const calledIn = (body: unknown): string | undefined =>
  typeof body === 'string' ? decodeRequest(body).method : undefined

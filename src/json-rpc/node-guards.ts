import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify'
import { indexMethods } from '../../schemas/container-index.ts'
import { infoMethods } from '../../schemas/info.ts'
import { behindFaults } from '../http/faults/act-on.ts'
import { guard } from '../http/guards/guard.ts'
import { faultHeader } from '../http/headers.ts'
import { awaitWorldReady } from '../http/request/await-world-ready.ts'
import { contextOf, type RequestContext, type RequestTracker } from '../http/request/context.ts'
import type { ScopeHooks } from '../http/response/not-found-scope.ts'
import { mediaTypeOf } from './media-type.ts'
import { decodeRequest } from './request.ts'

export interface NodeGuards {
  readonly onRequest: ScopeHooks['onRequest']
  readonly preHandler: preHandlerHookHandler
}

/**
 * What stands before the node's interfaces. Which method is called the body says alone: where a call
 * may meet a fault, it is looked at when its body has been read, since rules, metrics and the
 * journal tell of methods.
 */
export function nodeGuards(tracker: RequestTracker): NodeGuards {
  const waiting = new WeakSet<FastifyRequest>()

  function admit(
    context: RequestContext,
    request: FastifyRequest,
    reply: FastifyReply,
    next: (error?: Error) => void,
    call?: string,
  ): void {
    const proceed = () => {
      try {
        if (guard(context, request, reply)) next()
      } catch (error) {
        next(error as Error)
      }
    }
    behindFaults(context, request, reply, proceed, call)
  }

  return {
    onRequest(request, reply, next) {
      const context = tracker.start('node', request, reply)
      if (mayMeetFault(context, request) && isCall(request)) {
        waiting.add(request)
        next()
      } else admit(context, request, reply, next)
    },
    preHandler(request, reply, next) {
      if (!waiting.has(request)) {
        next()
        return
      }
      const context = contextOf(request)
      const call = calledIn(request.body)
      // Whoever may invent names could fill the tables that are kept by them.
      if (call !== undefined && names.has(call)) context.operation = call
      admit(context, request, reply, next, call)
    },
  }
}

/** Has the guards look at whatever comes to the node's interfaces. */
export function guardNode(scope: FastifyInstance, { onRequest, preHandler }: NodeGuards): void {
  scope.addHook('onRequest', onRequest)
  scope.addHook('preHandler', preHandler)
  scope.addHook('preHandler', awaitWorldReady)
}

const names: ReadonlySet<string> = new Set(
  [infoMethods, indexMethods].flatMap((methods) => Object.keys(methods)),
)

const mayMeetFault = ({ handle }: RequestContext, { headers }: FastifyRequest): boolean =>
  !handle.faults.isEmpty || headers[faultHeader] !== undefined

/** What the node takes for a call; whatever else comes, a gateway would not wait for. */
const isCall = ({ method, is404, headers }: FastifyRequest): boolean =>
  method === 'POST' && !is404 && mediaTypeOf(headers).toLowerCase() === 'application/json'

const calledIn = (body: unknown): string | undefined =>
  typeof body === 'string' ? decodeRequest(body).method : undefined

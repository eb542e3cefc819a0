import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify'
import { chainMethodNames } from '../../schemas/chain/method-names.ts'
import { indexMethods } from '../../schemas/container-index.ts'
import { infoMethods } from '../../schemas/info.ts'
import { withFaults } from '../http/faults/apply-fault.ts'
import { guard, mayRefuse } from '../http/guards/guard.ts'
import { awaitWorldReady } from '../http/request/await-world-ready.ts'
import { contextOf, type RequestContext, type RequestTracker } from '../http/request/context.ts'
import type { ScopeHooks } from '../http/response/not-found-scope.ts'
import { mediaTypeOf } from './media-type.ts'
import { decodeRequest } from './request.ts'

interface NodeGuards {
  readonly onRequest: ScopeHooks['onRequest']
  readonly preHandler: preHandlerHookHandler
}

/**
 * Creates the guards of the node's interfaces. Only the body names the method. A call that may be
 * refused is checked after its body has been read: rules, metrics and the journal need the method.
 */
export function nodeGuards(tracker: RequestTracker): NodeGuards {
  function runNodeGuards(
    context: RequestContext,
    request: FastifyRequest,
    reply: FastifyReply,
    next: (error?: Error) => void,
    call?: string,
  ): void {
    const proceed = () => guard(context, request, reply, next)
    withFaults(context, request, reply, proceed, call)
  }

  return {
    onRequest(request, reply, next) {
      const context = tracker.start('node', request, reply)
      if (mayRefuse(context, request) && isCall(request)) {
        context.awaitsBody = true
        next()
      } else runNodeGuards(context, request, reply, next)
    },
    preHandler(request, reply, next) {
      const context = contextOf(request)
      if (!context.awaitsBody) {
        next()
        return
      }
      const call = calledIn(request.body)
      // Only known names count: invented names could fill the tables that use them as keys.
      if (call !== undefined && names.has(call)) context.operation = call
      runNodeGuards(context, request, reply, next, call)
    },
  }
}

/** Installs the guards for all requests to the node's interfaces. */
export function guardNode(scope: FastifyInstance, { onRequest, preHandler }: NodeGuards): void {
  scope.addHook('onRequest', onRequest)
  scope.addHook('preHandler', preHandler)
  scope.addHook('preHandler', awaitWorldReady)
}

const names: ReadonlySet<string> = new Set([
  ...[infoMethods, indexMethods].flatMap((methods) => Object.keys(methods)),
  ...chainMethodNames,
])

/**
 * Tells whether the node treats a request as a call; a gateway would not wait for the body of
 * others.
 */
const isCall = ({ method, is404, headers }: FastifyRequest): boolean =>
  method === 'POST' && !is404 && mediaTypeOf(headers).toLowerCase() === 'application/json'

const calledIn = (body: unknown): string | undefined =>
  typeof body === 'string' ? decodeRequest(body).method : undefined

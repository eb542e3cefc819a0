import type {
  FastifyPluginCallback,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
} from 'fastify'
import { routedPath } from '../request/url.ts'

/** What an interface does before its routes are reached, and how it shows errors. */
export interface ScopeHooks {
  readonly onRequest: (
    request: FastifyRequest,
    reply: FastifyReply,
    next: HookHandlerDoneFunction,
  ) => void
  readonly onError: (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply
}

/** How an interface answers paths and methods that no route has. */
export interface NotFound extends ScopeHooks {
  /** Paths that are its own with all below them: `{name}` is any segment, an empty one everything. */
  readonly below: readonly string[]
  /** Sends an answer or throws an error, before the body is read: no body makes a path exist. */
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => void
}

export interface NotFoundScopeOptions {
  /** The first one that a path leads to answers. */
  readonly interfaces: readonly NotFound[]
}

/**
 * What no route has, of all interfaces. Fastify's own way, a handler for each prefix, costs a start
 * as much as all routes do: two routes more for each prefix and each of the 35 methods of HTTP.
 */
export const notFoundScope: FastifyPluginCallback<NotFoundScopeOptions> = (
  scope,
  { interfaces },
  done,
) => {
  const shapes = interfaces.map(({ below }) => formOf(below))
  const interfaceOf = ({ url }: FastifyRequest): NotFound => {
    const path = routedPath(url)
    return interfaces[shapes.findIndex((form) => form.test(path))] as NotFound
  }
  scope.addHook('onRequest', (request, reply, next) => {
    interfaceOf(request).onRequest(request, reply, next)
  })
  scope.addHook('onRequest', (request, reply, _next) => {
    interfaceOf(request).answer(request, reply)
  })
  scope.setErrorHandler((error, request, reply) =>
    interfaceOf(request).onError(error, request, reply),
  )
  // The hooks have answered whatever comes here.
  scope.setNotFoundHandler(() => {})
  done()
}

const formOf = (below: readonly string[]): RegExp =>
  new RegExp(`^(?:${below.map((path) => path.replaceAll(/\{\w+\}/g, '[^/]*')).join('|')})(?:/|$)`)

import type {
  FastifyPluginCallback,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
} from 'fastify'
import { routedPath } from '../request/url.ts'

/** Hooks that an interface runs before its routes, and its error format. */
export interface ScopeHooks {
  readonly onRequest: (
    request: FastifyRequest,
    reply: FastifyReply,
    next: HookHandlerDoneFunction,
  ) => void
  readonly onError: (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply
}

/** Responses of an interface to paths and methods without a route. */
export interface NotFound extends ScopeHooks {
  /**
   * Paths of the interface, with all below them: `{name}` is any segment, an empty path is
   * everything.
   */
  readonly below: readonly string[]
  /** Sends a response or throws an error before the body is read: no body makes a path exist. */
  readonly send: (request: FastifyRequest, reply: FastifyReply) => void
}

interface NotFoundScopeOptions {
  /** Interfaces in order; the first one that owns a path answers. */
  readonly interfaces: readonly NotFound[]
}

/**
 * Answers the paths without a route, for all interfaces. A Fastify handler per prefix would cost a
 * start as much as all routes do. It adds two routes for each prefix and each of the 35 methods of
 * HTTP.
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
    interfaceOf(request).send(request, reply)
  })
  scope.setErrorHandler((error, request, reply) =>
    interfaceOf(request).onError(error, request, reply),
  )
  // The hooks have answered every request that gets here.
  scope.setNotFoundHandler(() => {})
  done()
}

const formOf = (below: readonly string[]): RegExp =>
  new RegExp(`^(?:${below.map((path) => path.replaceAll(/\{\w+\}/g, '[^/]*')).join('|')})(?:/|$)`)

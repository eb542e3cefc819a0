import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { World } from '../world/world.ts'
import { sendJson } from './answer.ts'
import type { Dialect } from './dialect.ts'
import type { RouteConfig } from './guards/guard.ts'
import { dialectOfRequest } from './rest-scope.ts'
import type { Route } from './route.ts'
import { routerPath } from './url.ts'
import { inputReader } from './validation.ts'

export interface RestInterfaceOptions {
  readonly routes: readonly Route[]
  readonly worldOf: (request: FastifyRequest) => World
  /** Looks at every answer before it becomes bytes; tests compare it with the contract here. */
  readonly inspect?: ((route: Route, answer: unknown, dialect: Dialect) => void) | undefined
}

/** Registers routes of the Data or Metrics API: validation by the contract, then the handler. */
export const restInterface: FastifyPluginCallbackTypebox<RestInterfaceOptions> = (
  app,
  { routes, worldOf, inspect },
  done,
) => {
  for (const route of routes) {
    const { method, path, operationId, isUnguarded } = route.operation
    const read = inputReader(route.operation)
    const handle = route.handle as (world: World, input: unknown, context: object) => unknown
    app.route({
      method,
      url: routerPath(path),
      config: { operationId, ...(isUnguarded && { isUnguarded }) } satisfies RouteConfig,
      handler: (request, reply) => {
        const world = worldOf(request)
        const dialect = dialectOfRequest(request)
        const input = read(request)
        const send = (answer: unknown) => {
          inspect?.(route, answer, dialect)
          return sendJson(reply.status(route.successStatus?.(dialect) ?? 200), answer)
        }
        const answer = handle(world, input, { dialect })
        return answer instanceof Promise ? answer.then(send) : send(answer)
      },
    })
  }
  done()
}

import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { sendJson, sendJsonParts } from './answer.ts'
import type { Dialect } from './dialect.ts'
import type { RouteConfig } from './guards/guard.ts'
import { hasNextPage, type KeptAnswers } from './kept-answers.ts'
import type { Route } from './route.ts'
import { underScenarios } from './scenarios/under-scenarios.ts'
import { routerPath } from './url.ts'
import { inputReader } from './validation.ts'
import { type Visit, visitOf } from './visit.ts'

export interface RestInterfaceOptions {
  readonly routes: readonly Route[]
  /** Absent: every answer is made anew. */
  readonly kept: KeptAnswers | undefined
  /** Looks at every answer before it becomes bytes; tests compare it with the contract here. */
  readonly inspect?: ((route: Route, answer: unknown, dialect: Dialect) => void) | undefined
}

/** Registers routes of the Data or Metrics API: validation by the contract, then the handler. */
export const restInterface: FastifyPluginCallbackTypebox<RestInterfaceOptions> = (
  app,
  { routes, kept, inspect },
  done,
) => {
  for (const route of routes) {
    const { method, path, operationId, isUnguarded } = route.operation
    const read = inputReader(route.operation)
    const handle = underScenarios(route)
    // Whoever asks for health wants to know how things are now.
    const isKept = kept !== undefined && method === 'GET' && !isUnguarded
    app.route({
      method,
      url: routerPath(path),
      config: { operationId, ...(isUnguarded && { isUnguarded }) } satisfies RouteConfig,
      handler: (request, reply) => {
        const visit = visitOf(request)
        const { dialect } = visit
        const world = visit.handle.scenarios.indexer.shown
        reply.status(route.successStatus?.(dialect) ?? 200)
        const key = isKept ? kept.keyOf(world, `${dialect} ${request.url}`) : undefined
        const known = key && kept?.find(key)
        if (known) {
          noteNextPage(visit, known.hasNextPage)
          return sendJsonParts(reply, known.body)
        }

        const answer = handle(world, read(request), { dialect })
        return answer instanceof Promise ? answer.then(send) : send(answer)

        function send(answer: unknown) {
          inspect?.(route, answer, dialect)
          noteNextPage(visit, hasNextPage(answer))
          return key && kept
            ? sendJsonParts(reply, kept.keep(key, answer))
            : sendJson(reply, answer)
        }
      },
    })
  }
  done()
}

/** Tells the journal whether the answer is a page that another one follows. */
const noteNextPage = ({ entry }: Visit, isFollowed: boolean): void => {
  if (entry) entry.hasNextPage = isFollowed
}

import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { NoBody } from '../../../schemas/operation.ts'
import { hasNextPage, type KeptAnswer, type KeptAnswers } from '../cache/kept-answers.ts'
import { hasWalletToken } from '../guards/api-key.ts'
import type { RouteConfig } from '../request/route-config.ts'
import { routerPath } from '../request/url.ts'
import { inputReader } from '../request/validation.ts'
import { entryOf, type Visit, visitOf } from '../request/visit.ts'
import { sendJson, sendJsonParts } from '../response/answer.ts'
import { jsonPieces, withValues } from '../response/answer-json.ts'
import { underScenarios } from '../scenarios/under-scenarios.ts'
import { withHead } from '../server/methods.ts'
import type { Inspect, Route } from './route.ts'

export interface RestInterfaceOptions {
  readonly routes: readonly Route[]
  /** Absent: every answer is made anew. */
  readonly kept: KeptAnswers | undefined
  /** Looks at every answer before it becomes bytes; tests compare it with the contract here. */
  readonly inspect?: Inspect | undefined
}

/** Registers routes of the Data or Metrics API: validation by the contract, then the handler. */
export const restInterface: FastifyPluginCallbackTypebox<RestInterfaceOptions> = (
  app,
  { routes, kept, inspect },
  done,
) => {
  for (const route of routes) {
    const { method, path, operationId, isUnguarded, isChange } = route.operation
    const hasBody = route.operation.answer !== NoBody
    const read = inputReader(route.operation)
    const handle = underScenarios(route)
    // Whoever asks for health wants to know how things are now.
    const isKept = kept !== undefined && method === 'GET' && !isUnguarded
    const config: RouteConfig = {
      operationId,
      ...(isUnguarded && { isUnguarded }),
      ...(isChange && { isChange }),
    }
    app.route({
      method: withHead(method),
      url: routerPath(path),
      config,
      handler: (request, reply) => {
        const visit = visitOf(request)
        const { dialect, of } = visit
        const world = visit.handle.scenarios.indexer.shown
        const status = hasBody ? (route.successStatus?.(dialect) ?? 200) : 201
        reply.status(status)
        const moment = isKept ? kept.momentOf(world, dialect) : undefined
        const known = moment !== undefined ? kept?.find(moment, request.url) : undefined
        if (known && kept) return sendKept(kept, known)

        const answer = handle(world, read(request), { dialect, actual: visit.handle.world })
        return answer instanceof Promise ? answer.then(send) : send(answer)

        function send(answer: unknown) {
          if (!hasBody) return reply.send()
          inspect?.(route, withValues(answer), dialect)
          if (moment !== undefined && kept) {
            // What a key in the URL decides is not found out without reading the URL.
            const answerer = hasWalletToken(request) ? undefined : { of, config, status }
            const told = { hasNextPage: hasNextPage(answer), answerer }
            return sendKept(kept, kept.keep(moment, request.url, jsonPieces(answer), told))
          }
          noteNextPage(visit, hasNextPage(answer))
          return sendJson(reply, answer)
        }

        function sendKept(kept: KeptAnswers, answer: KeptAnswer) {
          noteNextPage(visit, answer.hasNextPage)
          return sendJsonParts(reply, kept.bodyOf(answer))
        }
      },
    })
  }
  done()
}

/** Tells the journal whether the answer is a page that another one follows. */
const noteNextPage = (visit: Visit, isFollowed: boolean): void => {
  const entry = entryOf(visit)
  if (entry) entry.hasNextPage = isFollowed
}

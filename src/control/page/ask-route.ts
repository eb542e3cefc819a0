import type { FastifyPluginCallback } from 'fastify'
import type { InjectOptions, Response } from 'light-my-request'
import { dialectHeader, worldHeader } from '../../http/headers.ts'

/** Answers a request to the four interfaces without a trace of it. */
export type AskPlainly = (request: InjectOptions) => Promise<Response>

/** Below it stands the path of the request that is meant. */
const prefix = '/page/ask'

const sent = ['content-type', 'accept', worldHeader, dialectHeader] as const

/** What says how an answer is sent, and to which other pages, is not the answer's here. */
const ofConnection =
  /^(?:connection|keep-alive|content-length|transfer-encoding|date|access-control-.*)$/

/**
 * What the page asks of the four interfaces: as part of the control plane, so that only those may
 * who may use it, and without faults, limits, scenarios and journal, which are for clients.
 */
export const askRoute: FastifyPluginCallback<{ readonly askPlainly: AskPlainly }> = (
  app,
  { askPlainly },
  done,
) => {
  app.route({
    method: ['GET', 'POST'],
    url: `${prefix}/*`,
    handler: async ({ method, url, headers, body }, reply) => {
      const answer = await askPlainly({
        method: method as 'GET' | 'POST',
        url: url.slice(url.indexOf(prefix) + prefix.length),
        headers: Object.fromEntries(
          sent.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
        ),
        ...(Buffer.isBuffer(body) && { payload: body }),
      })
      for (const [name, value] of Object.entries(answer.headers))
        if (value !== undefined && !ofConnection.test(name)) reply.header(name, value)
      return reply.status(answer.statusCode).send(answer.rawPayload)
    },
  })
  done()
}

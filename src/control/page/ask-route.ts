import type { FastifyPluginCallback } from 'fastify'
import type { InjectOptions, Response } from 'light-my-request'
import { keyHeaders } from '../../http/guards/api-key.ts'
import { dialectHeader, worldHeader } from '../../http/headers.ts'

/**
 * Answers a request to the four interfaces without faults, limits, scenarios or a journal entry.
 */
export type AskPlainly = (request: InjectOptions) => Promise<Response>

/** Prefix of the path of the intended request. */
const prefix = '/page/ask'

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const

const sent = ['content-type', 'accept', worldHeader, dialectHeader, ...keyHeaders] as const

/** Headers about the connection and about other origins are not copied from the inner response. */
const ofConnection =
  /^(?:connection|keep-alive|content-length|transfer-encoding|date|access-control-.*)$/

/**
 * Sends the page's requests to the four interfaces. As part of the control plane, the route is open
 * to its clients only. It has no faults, limits, scenarios and journal, which are for clients.
 */
export const askRoute: FastifyPluginCallback<{ readonly askPlainly: AskPlainly }> = (
  app,
  { askPlainly },
  done,
) => {
  app.route({
    method: [...methods],
    url: `${prefix}/*`,
    handler: async ({ method, url, headers, body }, reply) => {
      const response = await askPlainly({
        method: method as (typeof methods)[number],
        url: url.slice(url.indexOf(prefix) + prefix.length),
        headers: Object.fromEntries(
          sent.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
        ),
        ...(Buffer.isBuffer(body) && { payload: body }),
      })
      for (const [name, value] of Object.entries(response.headers))
        if (value !== undefined && !ofConnection.test(name)) reply.header(name, value)
      return reply.status(response.statusCode).send(response.rawPayload)
    },
  })
  done()
}

import type { FastifyPluginCallback } from 'fastify'
import { sendJsonText } from '../answer.ts'

/** `GET /openapi.json`: the contract as an OpenAPI 3.1 document, made when first asked for. */
export const openApiRoute: FastifyPluginCallback = (app, _options, done) => {
  let text: string | undefined
  app.get('/openapi.json', async (_request, reply) => {
    if (text === undefined) {
      const { openApiDocument } = await import('./openapi.ts')
      text = JSON.stringify(openApiDocument())
    }
    return sendJsonText(reply, text)
  })
  done()
}

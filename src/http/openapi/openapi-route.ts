import type { FastifyPluginCallback } from 'fastify'
import type { Operation } from '../../../schemas/operation.ts'
import { sendJsonText } from '../response/send-json.ts'

/**
 * Serves `GET /openapi.json`, the contract as an OpenAPI 3.1 document, and `GET /openrpc.json`, the
 * methods of the chains as an OpenRPC document. Each is built on its first request.
 */
export const openApiRoute: FastifyPluginCallback<{ readonly operations: readonly Operation[] }> = (
  app,
  { operations },
  done,
) => {
  let text: string | undefined
  app.get('/openapi.json', async (_request, reply) => {
    if (text === undefined) {
      const { openApiDocument } = await import('./openapi.ts')
      text = JSON.stringify(openApiDocument(operations))
    }
    return sendJsonText(reply, text)
  })
  let openRpc: string | undefined
  app.get('/openrpc.json', async (_request, reply) => {
    if (openRpc === undefined) {
      const { openRpcDocument } = await import('./openrpc.ts')
      openRpc = JSON.stringify(openRpcDocument())
    }
    return sendJsonText(reply, openRpc)
  })
  done()
}

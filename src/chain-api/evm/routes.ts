import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import { evmMethodNames } from '../../../schemas/chain/method-names.ts'
import { sendJsonText } from '../../http/response/send-json.ts'
import { admit, sendText } from '../../json-rpc/admission.ts'
import { mediaTypeOf } from '../../json-rpc/media-type.ts'
import type { NodeInterfaceOptions } from '../../json-rpc/node-interface.ts'
import { nodeNotFound } from '../../json-rpc/node-interface.ts'
import { findEvmChain } from './find-evm-chain.ts'

/** Known methods: invented ones must not fill the tables that use them as keys. */
const names: ReadonlySet<string> = new Set(evmMethodNames)

/** G-87: init code in batches. */
const bodyLimit = 5 * 1024 * 1024

/** Registers the RPC of the EVM chains, below `/ext/bc`. */
export const evmRoutes: FastifyPluginCallback<NodeInterfaceOptions> = (app, options, done) => {
  const { worldOf, allowedHosts, issuerOf, noteCall } = options
  const sendNotFound = nodeNotFound(options)
  const chainOf = (request: FastifyRequest) =>
    findEvmChain(worldOf(request), (request.params as { chain: string }).chain)
  app.post(
    '/bc/:chain/rpc',
    {
      bodyLimit,
      onRequest(request, reply, next) {
        if (!chainOf(request)) sendNotFound(request, reply)
        else if (admit(worldOf(request), allowedHosts, request, reply)) {
          const type = mediaTypeOf(request.headers)
          if (type.toLowerCase() === 'application/json') next()
          else sendText(reply, 415, 'invalid content type, only application/json is supported\n')
        }
      },
    },
    async (request, reply) => {
      const chain = chainOf(request)
      if (!chain) return sendNotFound(request, reply)
      // Loaded on demand: a start without a wallet needs none of it.
      const { respond } = await import('./respond.ts')
      const body = typeof request.body === 'string' ? request.body : ''
      const on = { world: worldOf(request), chain, issuer: issuerOf?.(request) }
      const { json, method } = await respond(on, body)
      if (method !== undefined && names.has(method)) noteCall(request, method)
      return json === undefined ? reply.send() : sendJsonText(reply, json)
    },
  )
  done()
}

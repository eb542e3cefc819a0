import type { FastifyPluginCallback, FastifyRequest, onRequestHookHandler } from 'fastify'
import { evmMethodNames } from '../../../schemas/chain/method-names.ts'
import { loadFastKeccak } from '../../formats/keccak.ts'
import { sendJsonText } from '../../http/response/send-json.ts'
import { admit, sendText } from '../../json-rpc/admission.ts'
import type { NodeInterfaceOptions } from '../../json-rpc/node-interface.ts'
import { nodeNotFound } from '../../json-rpc/node-interface.ts'
import { findEvmChain } from './find-evm-chain.ts'
import { bodyLimit, otherMethods, transportResponse } from './transport.ts'

/** Known methods: invented ones must not fill the tables that use them as keys. */
const names: ReadonlySet<string> = new Set(evmMethodNames)

/** Registers the RPC of the EVM chains, below `/ext/bc`. */
export const evmRoutes: FastifyPluginCallback<NodeInterfaceOptions> = (app, options, done) => {
  const { worldOf, allowedHosts, issuerOf, noteCall } = options
  const sendNotFound = nodeNotFound(options)
  const chainOf = (request: FastifyRequest) =>
    findEvmChain(worldOf(request), (request.params as { chain: string }).chain)
  const onRequest: onRequestHookHandler = (request, reply, next) => {
    if (!chainOf(request)) sendNotFound(request, reply)
    else if (admit(worldOf(request), allowedHosts, request, reply)) {
      const response = transportResponse(request)
      if (!response) return next()
      const { status, text } = response
      // The rest of a body that is too long is not waited for.
      if (status === 413) reply.header('connection', 'close')
      if (text === '') reply.status(status).send()
      else sendText(reply.header('x-content-type-options', 'nosniff'), status, text)
    }
  }
  const url = '/bc/:chain/rpc'
  app.post(url, { bodyLimit, onRequest }, async (request, reply) => {
    const chain = chainOf(request)
    if (!chain) return sendNotFound(request, reply)
    // Loaded on demand: a start without a wallet needs none of it.
    const { respond } = await import('./respond.ts')
    await loadFastKeccak()
    const body = typeof request.body === 'string' ? request.body : ''
    const on = {
      ...{ world: worldOf(request), chain, issuer: issuerOf?.(request) },
      isGone: () => request.raw.socket.destroyed,
    }
    const { json, method } = await respond(on, body)
    if (method !== undefined && names.has(method)) noteCall(request, method)
    return json === undefined ? reply.send() : sendJsonText(reply, json)
  })
  // The node reads calls of any method that is not refused; clients send them by POST alone.
  app.route({ method: [...otherMethods], url, onRequest, handler: sendNotFound })
  done()
}

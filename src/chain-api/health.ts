import type { FastifyPluginCallback } from 'fastify'
import { sendJsonText } from '../http/response/send-json.ts'
import { admit } from '../json-rpc/admission.ts'
import { defineMethod, defineService } from '../json-rpc/method.ts'
import type { NodeInterfaceOptions, ServicePath } from '../json-rpc/node-interface.ts'

const kinds = ['health', 'readiness', 'liveness'] as const

/** Health of the node: a world is well as soon as it answers. G-246 */
const healthy = { checks: {}, healthy: true }

const service = defineService(
  'health',
  kinds.map((kind) => defineMethod(`health.${kind}`, {}, () => healthy)),
)

/** Service of the node's health, below `/ext`. */
export const healthService: ServicePath = { path: '/health', serviceIn: () => service }

/** Registers the health checks that load balancers read by GET. */
export const healthRoutes: FastifyPluginCallback<NodeInterfaceOptions> = (app, options, done) => {
  const { worldOf, allowedHosts } = options
  for (const path of ['/health', ...kinds.map((kind) => `/health/${kind}`)])
    app.get(path, (request, reply) => {
      if (!admit(worldOf(request), allowedHosts, request, reply)) return reply
      return sendJsonText(reply, `${JSON.stringify(healthy)}\n`)
    })
  done()
}

import type { FastifyPluginCallback } from 'fastify'
import type { NodeInterfaceOptions } from '../json-rpc/node-interface.ts'
import { evmRoutes } from './evm/routes.ts'
import { healthRoutes } from './health.ts'

/** Registers the routes of the chains that are no JSON-RPC services of the node. */
export const chainRoutes: FastifyPluginCallback<NodeInterfaceOptions> = (app, options, done) => {
  for (const routes of [healthRoutes, evmRoutes]) routes(app, options, () => {})
  done()
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { dialectHeader } from '../http/headers.ts'
import { dialectOf } from '../http/request/dialect.ts'
import type { Network } from '../networks/network.ts'
import { statement } from '../store/statement.ts'
import { memoizedPerObject } from '../util/memoized.ts'
import type { World } from '../world/world.ts'
import { hostIsAllowed } from './allowed-hosts.ts'
import { addCorsHeaders, isPreflight, sendPreflight } from './cors.ts'

/**
 * Runs the node's checks of every request before the path: headers, CORS, allowed hosts, and the
 * header that bypasses paths.
 * @returns whether to go on; if not, the request has been answered
 * @throws 400 when the dialect header holds no dialect
 */
export function admit(
  world: World,
  allowedHosts: readonly string[],
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  identify(world, reply)
  if (isPreflight(request)) {
    sendPreflight(request, reply)
    return false
  }
  addCorsHeaders(request, reply)
  if (!hostIsAllowed(request.headers.host, allowedHosts)) {
    sendText(reply.header('x-content-type-options', 'nosniff'), 403, 'invalid host specified\n')
    return false
  }
  reply.header(dialectHeader, dialectOf(request.headers, world.dialect, false))
  // Only VMs register routes for this header, and this node runs none that do.
  if (request.headers['avalanche-api-route'] !== undefined) {
    reply.status(404).send()
    return false
  }
  return true
}

/** Adds the id of the node to the response. */
export function identify(world: World, reply: FastifyReply): void {
  reply.header('node-id', nodeIdOfWorld(world))
}

/** Returns the node id, which every response needs. No change of a world changes it. */
export const nodeIdOfWorld = memoizedPerObject(
  (world: World) => {
    const node = world.get(selectNodeId, { network: world.nodeNetwork })
    if (!node) throw new Error(`internal error: the database has no node of ${world.nodeNetwork}`)
    return node.node_id
  },
  ({ id }) => id,
)

/** Sends an error of the transport, which is text and not JSON-RPC. */
export const sendText = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.status(status).header('content-type', 'text/plain; charset=utf-8').send(text)

const selectNodeId = statement<{ network: Network }, { node_id: string }>(
  'SELECT node_id FROM node WHERE network = :network',
)

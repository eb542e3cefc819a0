import type { FastifyRequest } from 'fastify'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import { isPreflight } from '../guards/cors.ts'
import type { RequestContext } from '../request/context.ts'
import { decodedPath } from '../request/url.ts'
import type { MatchableRequest } from './fault-rules.ts'

/**
 * A request as rules of faults see it.
 * @param call name of the JSON-RPC method, where there is one
 */
export const askedRequest = (
  { of, interface: asked, handle: { world }, operation, key }: RequestContext,
  request: FastifyRequest,
  call?: string,
): MatchableRequest => ({
  interface: asked,
  method: request.method,
  path: decodedPath(request.url),
  operation: call ?? operation,
  key: key?.text,
  isPreflight: isPreflight(request),
  network: () => (of === 'node' ? world.nodeNetwork : networkNamed(world, request)),
})

/** The network that path or query name, be it by a chain of it. */
function networkNamed(world: World, { params, query }: FastifyRequest): string | undefined {
  const { network, chainId } = { ...(query as object), ...(params as object) } as {
    network?: unknown
    chainId?: unknown
  }
  if (network !== undefined) return network === 'testnet' ? 'fuji' : String(network)
  if (chainId === undefined) return undefined
  return world.get(selectNetwork, { chainId: String(chainId) })?.network
}

const selectNetwork = statement<{ chainId: string }, { network: string }>(`
  SELECT network FROM evm_chain WHERE chain_id = :chainId OR blockchain_id = :chainId`)

import type { FastifyRequest } from 'fastify'
import { networks } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import { isPreflight } from '../guards/cors.ts'
import type { RequestContext } from '../request/context.ts'
import { decodedPath } from '../request/url.ts'
import { type ArrivingRequest, type MatchableBody, matchableBody } from './request-matcher.ts'

/**
 * Builds the view of a request that fault rules see.
 * @param call name of the JSON-RPC method, if there is one
 */
export const matchableRequest = (
  { of, interface: requested, requestWorld: { world }, operation, key, body }: RequestContext,
  request: FastifyRequest,
  call?: string,
): ArrivingRequest => ({
  interface: requested,
  method: request.method,
  path: decodedPath(request.url),
  operation: call ?? operation,
  key: key?.text,
  isPreflight: isPreflight(request),
  network: () =>
    of === 'node'
      ? world.nodeNetwork
      : networkNamed(world, { ...(request.query as object), ...(request.params as object) }),
  query: (name) => queryOf(request.url).getAll(name),
  header: (name) => [request.headers[name] ?? []].flat(),
  body: bodyIn(body ?? request.body),
})

const bodyIn = (body: unknown): MatchableBody | undefined =>
  typeof body === 'string' ? matchableBody(body) : undefined

/** Returns the parameters of a URL after its path, decoded. */
export const queryOf = (url: string): URLSearchParams =>
  new URLSearchParams(url.split('?').slice(1).join('?'))

/** Returns the network that parameters name, directly or by one of its chains. */
export function networkNamed(
  world: Pick<World, 'get'>,
  { network, chainId }: { readonly network?: unknown; readonly chainId?: unknown },
): string | undefined {
  // The Metrics API takes the name of a network in place of a chain.
  const name = network ?? (namesOfNetworks.includes(chainId) ? chainId : undefined)
  if (name !== undefined) return name === 'testnet' ? 'fuji' : String(name)
  if (chainId === undefined) return undefined
  return world.get(selectNetwork, { chainId: String(chainId) })?.network
}

const namesOfNetworks: readonly unknown[] = [...networks, 'testnet']

const selectNetwork = statement<{ chainId: string }, { network: string }>(`
  SELECT network FROM evm_chain WHERE chain_id = :chainId OR blockchain_id = :chainId`)

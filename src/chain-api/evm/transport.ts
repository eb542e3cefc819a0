import type { FastifyRequest } from 'fastify'
import { mediaTypeOf } from '../../json-rpc/media-type.ts'

/** Maximum number of bytes of a body (libevm): init code in batches. G-87 */
export const bodyLimit = 5 * 1024 * 1024

/** Methods other than POST that reach the RPC of an EVM chain. */
export const otherMethods = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'] as const

const mediaTypes: ReadonlySet<string> = new Set([
  'application/json',
  'application/json-rpc',
  'application/jsonrequest',
])

/** Response of the transport, without a call. */
interface TransportResponse {
  readonly status: number
  readonly text: string
}

/**
 * Returns what the transport answers to a request by itself, in the order of the node. Undefined: the
 * body holds calls. An empty GET is the health check of a load balancer. Source: libevm rpc/http.go.
 */
export function transportResponse(request: FastifyRequest): TransportResponse | undefined {
  const { method, headers, url } = request
  const length = Number(headers['content-length'] ?? 0)
  const isEmpty = length === 0 && headers['transfer-encoding'] === undefined
  if (method === 'GET' && isEmpty && !url.includes('?')) return { status: 200, text: '' }
  if (method === 'PUT' || method === 'DELETE') return { status: 405, text: 'method not allowed\n' }
  if (length > bodyLimit)
    return { status: 413, text: `content length too large (${length}>${bodyLimit})\n` }
  if (mediaTypes.has(mediaTypeOf(headers).trim().toLowerCase())) return undefined
  const text = 'invalid content type, only application/json is supported\n'
  return { status: 415, text }
}

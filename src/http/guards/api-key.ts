import type { FastifyRequest } from 'fastify'

/** The API key of a request: a header of ours, one of the official clients', or `rltoken`. */
export function apiKeyOf(request: FastifyRequest): string | undefined {
  const { headers } = request
  const candidates = [headers['x-data-api-key'], headers['x-glacier-api-key'], queryKey(request)]
  return candidates.find((key): key is string => typeof key === 'string' && key !== '')
}

/** Wallets of the deployed services send their key as `rltoken` in the query. */
export const apiKeyInQuery = (request: FastifyRequest): boolean => queryKey(request) !== undefined

const queryKey = (request: FastifyRequest): unknown =>
  (request.query as Record<string, unknown>).rltoken

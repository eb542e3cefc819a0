import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** Places for a key: a header of Snowglobe, one of the official clients', the query of wallets. */
export const keyHeaders = ['x-data-api-key', 'x-glacier-api-key'] as const
const keyParameter = 'rltoken'

export interface ApiKey {
  readonly text: string
  /** Header or parameter of the key. */
  readonly from: (typeof keyHeaders)[number] | typeof keyParameter
}

/** Returns the first non-empty API key of a request. */
export function apiKeyOf({ headers, query }: FastifyRequest): ApiKey | undefined {
  const ofHeaders = keyOfHeaders(headers)
  if (ofHeaders) return ofHeaders
  const text = (query as Record<string, unknown>)[keyParameter]
  return typeof text === 'string' && text !== '' ? { text, from: keyParameter } : undefined
}

/** Returns the API key in the headers. */
export function keyOfHeaders(headers: IncomingHttpHeaders): ApiKey | undefined {
  for (const from of keyHeaders) {
    const text = headers[from]
    if (typeof text === 'string' && text !== '') return { text, from }
  }
  return undefined
}

/**
 * Returns the world that a key names, whether it is a valid name or not: official clients can set
 * nothing but their key.
 */
export const worldOfKey = (key: string): string | undefined =>
  key.startsWith(worldPrefix) ? key.slice(worldPrefix.length) : undefined
const worldPrefix = 'sg_'

/**
 * Tells whether the query holds a key, even an empty one; wallets of the deployed services send it
 * so.
 */
export const hasWalletToken = ({ query }: FastifyRequest): boolean =>
  (query as Record<string, unknown>)[keyParameter] !== undefined

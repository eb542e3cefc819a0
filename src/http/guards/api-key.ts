import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { nameForm } from '../../../schemas/control/scalars.ts'

/** Where a key may stand: a header of ours, one of the official clients', the query of wallets. */
export const keyHeaders = ['x-data-api-key', 'x-glacier-api-key'] as const
export const keyParameter = 'rltoken'

export interface ApiKey {
  readonly text: string
  /** Of which header or parameter. */
  readonly from: (typeof keyHeaders)[number] | typeof keyParameter
}

/** The API key of a request, the first that is not empty. */
export function apiKeyOf({ headers, query }: FastifyRequest): ApiKey | undefined {
  const ofHeaders = keyOfHeaders(headers)
  if (ofHeaders) return ofHeaders
  const text = (query as Record<string, unknown>)[keyParameter]
  return typeof text === 'string' && text !== '' ? { text, from: keyParameter } : undefined
}

/** The API key that the headers hold. */
export function keyOfHeaders(headers: IncomingHttpHeaders): ApiKey | undefined {
  for (const from of keyHeaders) {
    const text = headers[from]
    if (typeof text === 'string' && text !== '') return { text, from }
  }
  return undefined
}

/** The world that a key names, as official clients can: they set nothing else. */
export const worldOfKey = (key: ApiKey | undefined): string | undefined =>
  key && keyOfWorld.exec(key.text)?.[1]
const keyOfWorld = new RegExp(`^sg_(${nameForm})$`)

/** Wallets of the deployed services send their key in the query, be it empty. */
export const hasWalletToken = ({ query }: FastifyRequest): boolean =>
  (query as Record<string, unknown>)[keyParameter] !== undefined

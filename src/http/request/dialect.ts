import type { IncomingHttpHeaders } from 'node:http'
import type { DialectSetting } from '../../config/config.ts'
import { dialectHeader } from '../headers.ts'
import { badRequest, quoteInput } from '../response/errors.ts'

/**
 * Dialect: `documented` is the written contract; `live` is the behaviour of the deployed services.
 */
export type Dialect = (typeof dialects)[number]

export const dialects = ['documented', 'live'] as const

/**
 * Returns the dialect that the header of the request names, if any.
 * @throws 400 for any other value than `documented` and `live`
 */
function requestedDialect(headers: IncomingHttpHeaders): Dialect | undefined {
  const value = headers[dialectHeader]
  if (value === undefined || value === 'documented' || value === 'live') return value
  throw badRequest(`${dialectHeader} must be documented or live, not ${quoteInput(value)}`)
}

/**
 * Returns the dialect of a request: its header, or else the setting of the world. The setting
 * `auto` looks for a sign of a client that was written for the deployed services.
 * @param looksLive signs that only one interface knows, such as `endIndex` of the index methods
 */
export function dialectOf(
  headers: IncomingHttpHeaders,
  setting: DialectSetting,
  looksLive: boolean,
): Dialect {
  const requested = requestedDialect(headers)
  if (requested) return requested
  if (setting !== 'auto') return setting
  return looksLive || isOfficialClient(headers) ? 'live' : 'documented'
}

const isOfficialClient = (headers: IncomingHttpHeaders): boolean =>
  headers['user-agent']?.startsWith('speakeasy-sdk/') === true ||
  headers['x-app-component'] !== undefined ||
  headers['x-application-name'] !== undefined ||
  headers['x-glacier-api-key'] !== undefined

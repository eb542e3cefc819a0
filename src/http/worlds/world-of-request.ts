import type { IncomingHttpHeaders } from 'node:http'
import { isName, nameRule } from '../../../schemas/control/scalars.ts'
import { type ApiKey, worldOfKey } from '../guards/api-key.ts'
import { worldHeader } from '../headers.ts'
import { badRequest, HttpError, notFound, quoteInput } from '../response/errors.ts'
import type { RequestWorld } from './world-handle.ts'

/** Worlds of a server, as far as requests need them. */
export interface WorldsOfRequests {
  readonly main: RequestWorld
  /**
   * Finds a world.
   * @returns reason why there is none: it is not declared, there is no room, or its files are
   *   damaged
   */
  find(name: string): RequestWorld | 'unknown' | 'full' | 'unusable'
  /** Returns the worlds that exist, without creating any. */
  loaded(): Iterable<RequestWorld>
}

interface Headed {
  readonly headers: IncomingHttpHeaders
}

/**
 * Returns the world of a request: that of its header, else of its API key, else the main world.
 * @throws 400 for a header or a key that has no valid name
 * @throws 404 for an undeclared world, if worlds must be declared
 * @throws 503 when there is no room for another one or its files are damaged
 */
export function namedWorld(
  request: Headed,
  key: ApiKey | undefined,
  worlds: WorldsOfRequests,
): RequestWorld {
  const name = headerWorldOf(request) ?? keyWorldOf(key)
  if (name === undefined) return worlds.main
  const handle = worlds.find(name)
  if (handle === 'unknown')
    throw notFound(
      `The world ${name} does not exist: create it with PUT /_admin/worlds/${name}, or start the server with --worlds any`,
    )
  if (handle === 'unusable')
    throw new HttpError(
      503,
      `The world ${name} cannot be used; see the log of the server for the reason`,
    )
  if (handle === 'full')
    throw new HttpError(
      503,
      `The world ${name} cannot be created: the limit of named worlds, --max-worlds, is reached; remove one with DELETE /_admin/worlds/NAME first`,
    )
  return handle
}

/** Tells whether a request names its world, even wrongly. */
export const namesWorld = ({ headers }: Headed, key: ApiKey | undefined): boolean =>
  headers[worldHeader] !== undefined || (key && worldOfKey(key.text)) !== undefined

/**
 * Returns the world that the header of the request names, if any. @throws 400 for an invalid name
 */
export function headerWorldOf({ headers }: Headed): string | undefined {
  const requested = headers[worldHeader]
  if (requested === undefined) return undefined
  if (typeof requested === 'string' && isName(requested)) return requested
  throw badRequest(`${worldHeader} must be ${nameRule}, but is ${quoteInput(requested)}`)
}

/** Returns the world that the key of a request names, if any. @throws 400 for an invalid name */
function keyWorldOf(key: ApiKey | undefined): string | undefined {
  const name = key && worldOfKey(key.text)
  if (name === undefined || isName(name)) return name
  // The message never holds the key itself, because messages end up in logs.
  throw badRequest(`An API key sg_NAME names a world, so NAME must be ${nameRule}`)
}

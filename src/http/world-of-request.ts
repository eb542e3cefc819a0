import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest, HttpError, notFound, shown } from './errors.ts'
import { apiKeyOf, worldOfKey } from './guards/api-key.ts'
import type { WorldHandle } from './world-handle.ts'
import type { Worlds } from './worlds.ts'

export const worldHeader = 'x-snowglobe-world'

/** What worlds and snapshots are called. */
export const isName = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,62}$/.test(text)

/** Name of the decorator that keeps what was found out once. */
const handleKey = 'world handle'

/** What requests need of the worlds of a server. */
export type WorldsOfRequests = Pick<Worlds, 'main' | 'find'>

/** Lets every request of a server have a world. */
export const decorateWithWorlds = (app: FastifyInstance): void => {
  app.decorateRequest(handleKey)
}

/**
 * Binds a request to its world: that of its header, else of its API key, else the default one.
 * @throws 400 for a header that is no name, 404 for a world that nobody declared where that is
 *   needed, 503 when there is no room for another one
 */
export function bindToWorld(request: FastifyRequest, worlds: WorldsOfRequests): WorldHandle {
  // Also who is refused is answered as somebody of a world.
  request.setDecorator(handleKey, worlds.main)
  const name = headerWorldOf(request) ?? worldOfKey(apiKeyOf(request))
  if (name === undefined) return worlds.main
  const handle = worlds.find(name)
  if (handle === 'unknown') throw notFound(`There is no world ${name}`)
  if (handle === 'full') throw new HttpError(503, `There is no room for a world ${name}`)
  request.setDecorator(handleKey, handle)
  return handle
}

/** The world that a request was bound to. */
export const handleOf = (request: FastifyRequest): WorldHandle =>
  request.getDecorator<WorldHandle>(handleKey)

/** The world that the header of a request names, if it does. @throws 400 for one that is no name */
export function headerWorldOf({ headers }: FastifyRequest): string | undefined {
  const asked = headers[worldHeader]
  if (asked === undefined) return undefined
  if (typeof asked === 'string' && isName(asked)) return asked
  throw badRequest(
    `${worldHeader} must be up to 63 of a-z, 0-9 and -, not beginning with -, not ${shown(asked)}`,
  )
}

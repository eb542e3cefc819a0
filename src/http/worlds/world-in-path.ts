import type { IncomingHttpHeaders } from 'node:http'
import { worldHeader } from '../headers.ts'

/** Path below which each world has a node of its own. */
export const worldsPath = '/_worlds'

/** Prefix of paths below which a world's node is, for clients that can set no header. */
const form = /^\/_worlds\/([^/?#]*)(\/ext\/.*)$/

/**
 * Moves the world in front of a path of the node into the header that names worlds.
 * @returns the URL without it
 */
export function withoutWorld(request: {
  readonly url?: string | undefined
  readonly headers: IncomingHttpHeaders
}): string {
  const { url = '/', headers } = request
  const [, name, rest] = form.exec(url) ?? []
  if (name === undefined || rest === undefined) return url
  headers[worldHeader] = name
  return rest
}

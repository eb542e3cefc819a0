import { cleanPath, decodedPath } from '../http/request/url.ts'

/** Path prefix of the whole node. */
export const nodePrefix = '/ext'

/**
 * Returns the node's redirect target for an unclean path, with the query; undefined for a clean
 * one. Source: gorilla/mux.
 */
export function redirectTarget(url: string): string | undefined {
  const path = decodedPath(url)
  const clean = cleanPath(path)
  if (clean === path) return undefined
  const query = url.indexOf('?')
  const encoded = encodeURI(clean).replace(/[?#]/g, encodeURIComponent)
  return encoded + (query === -1 ? '' : url.slice(query))
}

/** Tells whether the node would redirect an unclean path to one below `prefix`. */
export function leadsTo(prefix: string, url: string): boolean {
  const path = redirectTarget(url)?.split('?', 1)[0]
  return path === prefix || path?.startsWith(`${prefix}/`) === true
}

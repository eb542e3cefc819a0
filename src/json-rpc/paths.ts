/** The path of a URL with its percent-encodings resolved; the router lets no malformed ones by. */
export const decodedPath = (url: string): string =>
  decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '/')

/** A path without empty, `.` and `..` segments; a slash at its end stays. */
export function cleanPath(path: string): string {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  const slash = segments.length > 0 && path.endsWith('/') ? '/' : ''
  return `/${segments.join('/')}${slash}`
}

/**
 * Where the node sends a request for an unclean path, with the query; undefined for a clean one.
 * Source: gorilla/mux.
 */
export function redirectTarget(url: string): string | undefined {
  const path = decodedPath(url)
  const clean = cleanPath(path)
  if (clean === path) return undefined
  const query = url.indexOf('?')
  const encoded = encodeURI(clean).replace(/[?#]/g, encodeURIComponent)
  return encoded + (query === -1 ? '' : url.slice(query))
}

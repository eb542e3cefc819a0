/** Longer URLs are refused; the server reads at most 16 KiB of request line and headers anyway. */
export const maxUrlLength = 8192

/**
 * The URL as the router is to see it: below `/v1` and `/v2` an encoded colon is a colon (clients differ in
 * what they encode) and a trailing slash does not matter. The node's paths stay as they are. G-21
 */
export function cleanUrl(url: string): string {
  if (!/^\/v[12]\//.test(url)) return url
  const end = url.search(/[?#]/)
  const path = end === -1 ? url : url.slice(0, end)
  const rest = end === -1 ? '' : url.slice(end)
  return path.replaceAll(/%3a/gi, ':').replace(/(?<=.)\/$/, '') + rest
}

/** The path of a URL with its percent-encodings resolved; as it is when they are malformed. */
export function decodedPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '/'
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

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

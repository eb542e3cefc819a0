import { badRequest } from '../response/errors.ts'

/** Maximum length of a URL; the server reads at most 16 KiB of request line and headers anyway. */
const maxUrlLength = 8192

/**
 * Returns the URL for the router, without scheme and host, which proxies may send. Below `/v1` and
 * `/v2` an encoded colon becomes a colon, because clients differ in what they encode. A trailing
 * slash is dropped there too. The node's paths stay as they are. G-21
 */
export function cleanUrl(target: string): string {
  const url = requestTarget(target)
  if (!url.startsWith('/v1/') && !url.startsWith('/v2/')) return url
  const end = url.search(/[?#]/)
  const path = end === -1 ? url : url.slice(0, end)
  if (!path.endsWith('/') && !path.includes('%')) return url
  const rest = end === -1 ? '' : url.slice(end)
  return path.replace(/\/$/, '').replaceAll(/%3a/gi, ':') + rest
}

/** Adds the leading slash to `http://host/path`, `*` and all other forms that Node accepts. */
function requestTarget(target: string): string {
  if (target.startsWith('/')) return target
  const rest = target.replace(/^https?:\/\/[^/?#]*/i, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

/**
 * Refuses a URL that a client should not send.
 * @throws 400 for a URL that is too long, or has a fragment, which is not for servers. G-88
 */
export function refuseOddUrl(url: string): void {
  if (url.length > maxUrlLength)
    throw badRequest(`The URL must have at most ${maxUrlLength} characters`)
  if (url.includes('#')) throw badRequest('The URL must not have a fragment; write # as %23')
}

/** Returns the path of a URL as it was sent. */
export function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

/** Returns the path of a URL as the router compares it: an encoded slash is no separator. */
export const routedPath = (url: string): string => decodeURI(url.split(/[?#]/, 1)[0] ?? '')

/** Returns the path of a URL, percent-decoded; a malformed encoding leaves it unchanged. */
export function decodedPath(url: string): string {
  const path = pathOf(url)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Returns a path without empty, `.` and `..` segments; a trailing slash stays. */
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
 * Converts `{chainId}` to `:chainId` for the router; a colon that starts no parameter is doubled. A
 * parameter ends before a colon that follows it.
 */
export const routerPath = (template: string): string =>
  template
    .replaceAll(':', '::')
    .replaceAll(/\{(\w+)\}(?=::)/g, ':$1([^:/]+)')
    .replaceAll(/\{(\w+)\}/g, ':$1')

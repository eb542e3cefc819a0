import { badRequest } from '../response/errors.ts'

/** Longer URLs are refused; the server reads at most 16 KiB of request line and headers anyway. */
const maxUrlLength = 8192

/**
 * The URL as the router is to see it: without scheme and host, which proxies may send; below `/v1`
 * and `/v2` an encoded colon is a colon (clients differ in what they encode) and a trailing slash
 * does not matter. The node's paths stay as they are. G-21
 */
export function cleanUrl(target: string): string {
  const url = originForm(target)
  if (!url.startsWith('/v1/') && !url.startsWith('/v2/')) return url
  const end = url.search(/[?#]/)
  const path = end === -1 ? url : url.slice(0, end)
  if (!path.endsWith('/') && !path.includes('%')) return url
  const rest = end === -1 ? '' : url.slice(end)
  return path.replace(/\/$/, '').replaceAll(/%3a/gi, ':') + rest
}

/** `http://host/path` and `*` begin with a slash, as everything else that Node lets pass. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const rest = target.replace(/^https?:\/\/[^/?#]*/i, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** @throws 400 for a URL that is too long, or has a fragment, which is not for servers. G-88 */
export function refuseOddUrl(url: string): void {
  if (url.length > maxUrlLength)
    throw badRequest(`The URL must have at most ${maxUrlLength} characters`)
  if (url.includes('#')) throw badRequest('The URL must not have a fragment: # is written as %23')
}

/** The path of a URL as it was sent. */
export function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

/** The path of a URL as the router compares it: what stands for a slash is none. */
export const routedPath = (url: string): string => decodeURI(url.split(/[?#]/, 1)[0] ?? '')

/** The path of a URL with its percent-encodings resolved; as it is when they are malformed. */
export function decodedPath(url: string): string {
  const path = pathOf(url)
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

/**
 * `{chainId}` is `:chainId` in the router, and a colon that starts no parameter is doubled. A
 * parameter that a colon follows ends before it.
 */
export const routerPath = (template: string): string =>
  template
    .replaceAll(':', '::')
    .replaceAll(/\{(\w+)\}(?=::)/g, ':$1([^:/]+)')
    .replaceAll(/\{(\w+)\}/g, ':$1')

import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../../config/config.ts'
import { isLoopback } from '../../config/local-address.ts'
import { ControlError } from '../control-error.ts'

/** Options that decide which clients may use the control plane. */
export type Safety = Pick<Config, 'host' | 'adminHosts' | 'adminToken'>

/** Text of the refusal of a client whose token is missing or wrong. */
export const withoutToken =
  'the control plane needs its token: send the header authorization: Bearer TOKEN'

/**
 * Builds the check that protects the control plane: docs/control.md. It refuses pages of other
 * origins, foreign DNS names that point to this server, and clients without a token.
 * @returns reason why a request is refused; undefined when it is not
 */
export function refusalBy({
  host,
  adminHosts,
  adminToken,
}: Safety): (headers: IncomingHttpHeaders) => ControlError | undefined {
  const names = adminHosts.map((name) => name.toLowerCase())
  const isAllowed = (name: string | undefined) => name !== undefined && names.includes(name)
  const digest = adminToken === undefined ? undefined : digestOf(adminToken)

  return (headers) => {
    const { origin, host: requestedHost = '', authorization = '' } = headers
    if (origin !== undefined && !isOwn(origin, requestedHost)) {
      const page = hostOfOrigin(origin)
      if (!isAllowed(page))
        return forbidden(
          `pages of ${origin} are not allowed to use the control plane; use the page of this server${page === undefined ? '' : `, or, if a proxy shows that page there, start the server with --admin-hosts ${[...adminHosts, page].join(',')}`}`,
        )
    }
    const site = headers['sec-fetch-site'] ?? 'none'
    if (site !== 'same-origin' && site !== 'none')
      return forbidden(
        `pages of another site are not allowed to use the control plane, and the browser sent sec-fetch-site: ${site}; use the page of this server, or a client that is no browser`,
      )
    const name = hostName(requestedHost)
    if (isLoopback(host) && !isLoopback(name ?? '') && !isAllowed(name))
      return forbidden(
        `the host name ${requestedHost || '(none)'} is not allowed to use the control plane; allow it with --admin-hosts`,
      )
    // Digests have one length, so the time of the comparison reveals nothing about the token.
    if (digest && !timingSafeEqual(digest, digestOf(tokenIn(authorization))))
      return new ControlError('unauthorized', withoutToken)
    return undefined
  }
}

const forbidden = (message: string) => new ControlError('forbidden', message)

const digestOf = (text: string) => createHash('sha256').update(text).digest()

/** Returns the token of the header; the scheme's name may have any case: RFC 9110, section 11.1. */
const tokenIn = (authorization: string) => /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''

/**
 * Compares with `http`, because the server speaks no TLS. A TLS proxy is named by `--admin-hosts`.
 */
const isOwn = (origin: string, host: string) =>
  origin.toLowerCase() === `http://${host.toLowerCase()}`

/** Returns the name in a Host header, without port and brackets; undefined for another form. */
function hostName(host: string): string | undefined {
  const [, bracketed, plain] =
    /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i.exec(host) ?? []
  return (bracketed ?? plain)?.toLowerCase()
}

const hostOfOrigin = (origin: string): string | undefined =>
  hostName(/^https?:\/\/([^/]+)$/i.exec(origin)?.[1] ?? '')

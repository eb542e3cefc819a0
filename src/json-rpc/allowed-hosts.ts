import { isIP } from 'node:net'

/**
 * Whether a request may be served under the host name that it uses: any when `*` is allowed, none
 * given, any literal address, or one of the list in any case. It stops DNS rebinding.
 * Source: avalanchego, allowed hosts of the API server. G-59
 */
export function hostIsAllowed(host: string | undefined, allowed: readonly string[]): boolean {
  if (allowed.includes('*') || host === undefined || host === '') return true
  const name = withoutPort(host)
  if (isIP(name) !== 0 && !name.includes('%')) return true
  return allowed.some((candidate) => candidate.toLowerCase() === name.toLowerCase())
}

/** Without a port the text stays as it is, brackets of an IPv6 address included. */
function withoutPort(host: string): string {
  const match = /^(?:\[([^[\]]*)\]|([^:[\]]*)):[^:[\]]*$/.exec(host)
  return match?.[1] ?? match?.[2] ?? host
}

import { isIP } from 'node:net'

/**
 * Tells whether a request may be served under its host name. Any name is allowed with `*`, and so
 * are no name and literal addresses. Otherwise the list decides, in any case. It stops DNS
 * rebinding. Source: avalanchego, allowed hosts of the API server. G-59
 */
export function hostIsAllowed(host: string | undefined, allowed: readonly string[]): boolean {
  if (allowed.includes('*') || host === undefined || host === '') return true
  const name = withoutPort(host)
  if (isIP(name) !== 0 && !name.includes('%')) return true
  return allowed.some((candidate) => candidate.toLowerCase() === name.toLowerCase())
}

/** Removes the port; without one the text stays as it is, brackets of an IPv6 address included. */
function withoutPort(host: string): string {
  const match = /^(?:\[([^[\]]*)\]|([^:[\]]*)):[^:[\]]*$/.exec(host)
  return match?.[1] ?? match?.[2] ?? host
}

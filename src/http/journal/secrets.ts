import { unescape as unescapeText } from 'node:querystring'

/**
 * Tells whether a header or parameter of this name holds a key. This covers the keys that a server
 * reads, in any spelling, and those of other services, which clients send by mistake.
 */
export const isSecret = (name: string): boolean =>
  name.split(/[[\].]/).some((part) => secretName.test(part.replaceAll(/[\s_-]/g, '')))

const secretName = /^(?:.*apikey|rltoken|.*accesstoken|token|(?:proxy)?authorization|cookie)$/i

/**
 * Returns a URL in which `show` replaces the values of parameters that hold keys. This includes
 * names encoded once or twice, and parameters in a fragment.
 */
export function withSecrets(url: string, replace: (value: string) => string): string {
  let result = ''
  let at = 0
  for (const { 0: found, index, groups } of url.matchAll(parameter)) {
    // The match is within a value that `show` has replaced already.
    if (index < at || !isSecret(decoded(groups?.name ?? ''))) continue
    const from = index + found.length
    const length = url.slice(from).search(/[&#]/)
    const to = length === -1 ? url.length : from + length
    result += url.slice(at, from) + replace(url.slice(from, to))
    at = to
  }
  return result + url.slice(at)
}

/** Start of a parameter, its name, and the sign between name and value. */
const parameter = /[?&#;](?<name>[^=?&#;]*?)(?:=|%3d)/gi

const decoded = (name: string): string => unescapeText(unescapeText(name.replaceAll('+', ' ')))

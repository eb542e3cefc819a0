import { unescape as unescapeText } from 'node:querystring'
import { keyHeaders, keyParameter } from './guards/api-key.ts'

/**
 * A URL with the values of parameters that hold keys shown otherwise: by the names that a server
 * reads, so also `%72ltoken`, in a fragment too, and those of our headers, which people put there.
 */
export const withSecrets = (url: string, show: (value: string) => string): string =>
  url.replaceAll(/([?&#;])([^=?&#;]*)=([^?&#;]*)/g, (pair, sign: string, name: string, value) =>
    secretNames.has(unescapeText(name.replaceAll('+', ' ')).trim().toLowerCase())
      ? `${sign}${name}=${show(value)}`
      : pair,
  )

const secretNames: ReadonlySet<string> = new Set([...keyHeaders, keyParameter])

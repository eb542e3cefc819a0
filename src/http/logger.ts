import { unescape as unescapeText } from 'node:querystring'
import type { FastifyRequest } from 'fastify'
import type { LogLevel } from '../config.ts'
import { keyHeaders, keyParameter } from './guards/api-key.ts'

/** JSON lines on stderr. Of a request they tell method, URL and address, and never a key. */
export const loggerOptions = (level: LogLevel) => ({
  level,
  stream: process.stderr,
  serializers: {
    req: ({ method, url, ip }: FastifyRequest) => ({ method, url: withoutKeys(url), ip }),
  },
})

/**
 * A URL with the values of parameters that hold keys replaced: by the names that a server reads,
 * so also `%72ltoken`, in a fragment too, and those of our headers, which people put there.
 */
export const withoutKeys = (url: string): string =>
  url.replaceAll(/([?&#;])([^=?&#;]*)=[^?&#;]*/g, (pair, sign: string, name: string) =>
    secretNames.has(unescapeText(name.replaceAll('+', ' ')).trim().toLowerCase())
      ? `${sign}${name}=[redacted]`
      : pair,
  )

const secretNames: ReadonlySet<string> = new Set([...keyHeaders, keyParameter])

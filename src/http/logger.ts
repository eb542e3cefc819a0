import type { FastifyRequest } from 'fastify'
import type { LogLevel } from '../config.ts'
import { withSecrets } from './secrets.ts'

/** JSON lines on stderr. Of a request they tell method, URL and address, and never a key. */
export const loggerOptions = (level: LogLevel) => ({
  level,
  stream: process.stderr,
  serializers: {
    req: ({ method, url, ip }: FastifyRequest) => ({ method, url: withoutKeys(url), ip }),
  },
})

/** A URL without the values of parameters that hold keys. */
export const withoutKeys = (url: string): string => withSecrets(url, () => '[redacted]')

import { type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import type { LogLevel } from '../../config/config.ts'
import { withSecrets } from '../journal/secrets.ts'

/** Whether each request has lines of its own. */
export const tellsOfRequests = (level: LogLevel): boolean => level === 'info' || level === 'debug'

/** How a server logs: JSON lines on stderr. Of a request they tell method, URL and address, and never a key. */
export function logging(
  level: LogLevel,
): Pick<FastifyServerOptions, 'logger' | 'logController' | 'childLoggerFactory'> {
  const hasRequestLines = tellsOfRequests(level)
  return {
    logger: level !== 'silent' && {
      level,
      stream: process.stderr,
      serializers: {
        req: ({ method, url, ip }: FastifyRequest) => ({ method, url: withoutKeys(url), ip }),
      },
    },
    logController: new LogController({ disableRequestLogging: !hasRequestLines }),
    // Where no line tells of requests, there is none to which the number of one would lead.
    ...(!hasRequestLines && { childLoggerFactory: (logger) => logger }),
  }
}

/** A URL without the values of parameters that hold keys. */
export const withoutKeys = (url: string): string => withSecrets(url, () => '[redacted]')

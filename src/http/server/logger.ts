import { type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import type { LogLevel } from '../../config/config.ts'
import { withSecrets } from '../journal/secrets.ts'

/** Tells whether each request has log lines of its own. */
export const logsRequests = (level: LogLevel): boolean => level === 'info' || level === 'debug'

/**
 * Configures the logging of a server: JSON lines on stderr. Lines about a request show method, URL
 * and address, and never a key.
 */
export function logging(
  level: LogLevel,
): Pick<FastifyServerOptions, 'logger' | 'logController' | 'childLoggerFactory'> {
  const hasRequestLines = logsRequests(level)
  return {
    logger: level !== 'silent' && {
      level,
      stream: process.stderr,
      serializers: {
        req: ({ method, url, ip }: FastifyRequest) => ({ method, url: withoutKeys(url), ip }),
      },
    },
    logController: new LogController({ disableRequestLogging: !hasRequestLines }),
    // Without lines about requests, no line would use the request number of a child logger.
    ...(!hasRequestLines && { childLoggerFactory: (logger) => logger }),
  }
}

/** Returns a URL without the values of parameters that hold keys. */
export const withoutKeys = (url: string): string => withSecrets(url, () => '[redacted]')

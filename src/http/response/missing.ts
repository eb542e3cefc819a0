import type { FastifyRequest } from 'fastify'
import { type HttpError, notFound } from './errors.ts'
import { isUnserved } from './unserved.ts'

/** The error of a path or method that no route has. */
export function missing({ method, url }: FastifyRequest): HttpError {
  const [path = '/'] = url.split('?', 1)
  const asked = `${method} ${path.slice(0, 256)}`
  // G-81
  return isUnserved(method, path)
    ? notFound(`Snowglobe does not serve ${asked}, which the deployed service has`)
    : notFound(`Cannot ${asked}`)
}

import type { FastifyRequest } from 'fastify'
import { type HttpError, notFound } from './errors.ts'
import { isUnserved } from './unserved.ts'

/** Builds the error for a path or method without a route. */
export function missing({ method, url }: FastifyRequest): HttpError {
  const [path = '/'] = url.split('?', 1)
  const requested = `${method} ${path.slice(0, 256)}`
  // G-81
  return isUnserved(method, path)
    ? notFound(`Snowglobe does not serve ${requested}, which the deployed service has`)
    : notFound(`Cannot ${requested}`)
}

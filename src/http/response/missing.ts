import type { FastifyRequest } from 'fastify'
import { type HttpError, notFound } from './errors.ts'

/** Builds the error for a path or method without a route. */
export function missing({ method, url }: FastifyRequest): HttpError {
  const [path = '/'] = url.split('?', 1)
  return notFound(`Cannot ${method} ${path.slice(0, 256)}`)
}

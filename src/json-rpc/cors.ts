import type { FastifyReply, FastifyRequest } from 'fastify'

const allowedMethods = ['GET', 'POST', 'HEAD', 'OPTIONS']
const allowedHeaders = ['Origin', 'Accept', 'Content-Type', 'X-Requested-With']

/** Tells whether a request is a browser's preflight. */
export const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && Boolean(headers['access-control-request-method'])

/**
 * Answers a preflight: always 200, with the permission in the headers or absent. Source: rs/cors as
 * avalanchego sets it up, any origin with credentials.
 */
export function sendPreflight({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('vary', [
    'Origin',
    'Access-Control-Request-Method',
    'Access-Control-Request-Headers',
  ])
  const method = headers['access-control-request-method']?.toUpperCase() ?? ''
  const names = headerNames(headers['access-control-request-headers'])
  if (
    headers.origin &&
    allowedMethods.includes(method) &&
    names.every((name) => allowedHeaders.includes(name))
  ) {
    allowOrigin(reply)
    reply.header('access-control-allow-methods', method)
    if (names.length > 0) reply.header('access-control-allow-headers', names.join(', '))
  }
  return reply.status(200).send()
}

/**
 * Adds the CORS headers to every response except preflights; for a refused method they are left
 * out.
 */
export function addCorsHeaders({ headers, method }: FastifyRequest, reply: FastifyReply): void {
  reply.header('vary', 'Origin')
  if (headers.origin && allowedMethods.includes(method)) allowOrigin(reply)
}

const allowOrigin = (reply: FastifyReply) =>
  reply
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-credentials', 'true')

/** Returns header names in the usual spelling: `content-type` is `Content-Type`. */
const headerNames = (list: string | undefined): string[] =>
  (list ?? '')
    .split(/[ ,]+/)
    .filter((name) => name !== '')
    .map((name) => name.toLowerCase().replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase()))

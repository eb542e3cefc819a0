import type { FastifyReply, FastifyRequest } from 'fastify'
import { advanceHeader, dialectHeader, faultHeader, worldHeader } from '../headers.ts'

const allowedHeaders = [
  'content-type',
  'x-data-api-key',
  'x-glacier-api-key',
  'x-app-component',
  'x-application-name',
  dialectHeader,
  faultHeader,
  worldHeader,
]

const exposedHeaders = [
  dialectHeader,
  faultHeader,
  advanceHeader,
  worldHeader,
  'ratelimit-policy',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
].join(', ')

/**
 * Headers of every response of the Data and Metrics APIs, including errors. Wallets send requests
 * from pages of any origin, and no browser may guess the type of a response.
 */
export const pageHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders,
  'x-content-type-options': 'nosniff',
} as const

export const isPreflight = (request: FastifyRequest): boolean =>
  request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined

export const sendPreflight = (reply: FastifyReply): FastifyReply =>
  reply
    .status(204)
    .header('access-control-allow-methods', 'GET, HEAD, POST, PATCH, DELETE')
    .header('access-control-allow-headers', allowedHeaders.join(', '))
    .header('access-control-max-age', '600')
    .send()

import type { FastifyRequest } from 'fastify'
import { contextOf } from '../http/request/context.ts'
import type { Issuer } from '../json-rpc/method.ts'

/** Returns the way of signed transactions into the world of a request. */
export function issuerOfRequest(request: FastifyRequest): Issuer {
  const { world, refused } = contextOf(request).handle
  return {
    issue: async (action) => (await world.act?.([{ do: 'issue', ...action }]))?.[0],
    noteRefusal: (txId, reason) => refused?.note(txId, reason),
    refusalOf: (txId) => refused?.reasonOf(txId),
  }
}

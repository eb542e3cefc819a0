import type { FastifyRequest } from 'fastify'
import { contextOf } from '../http/request/context.ts'
import type { IssuedBytes, Issuer } from '../json-rpc/method.ts'

/** Returns the way of signed transactions into the world of a request. */
export function issuerOfRequest(request: FastifyRequest): Issuer {
  const { world, refused, pool } = contextOf(request).requestWorld
  const issueTogether = async (issued: readonly IssuedBytes[]) =>
    (await world.act?.(issued.map((each) => ({ do: 'issue', ...each })))) ?? []
  return {
    issue: async (issued) => (await issueTogether([issued]))[0],
    issueTogether,
    noteRefusal: (txId, reason) => refused?.note(txId, reason),
    refusalOf: (txId) => refused?.reasonOf(txId),
    pool,
  }
}

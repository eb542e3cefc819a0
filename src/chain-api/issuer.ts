import type { FastifyRequest } from 'fastify'
import type { ActionResult } from '../../schemas/control/actions/index.ts'
import { contextOf } from '../http/request/context.ts'
import type { IssuedBytes, Issuer } from '../json-rpc/method.ts'

/** Returns the way of signed transactions into the world of a request. */
export function issuerOfRequest(request: FastifyRequest): Issuer {
  const { requestWorld } = contextOf(request)
  const { world, refused, pool } = requestWorld
  const issueTogether = async (issued: readonly IssuedBytes[]) =>
    (await world.act?.(issued.map((each) => ({ do: 'issue', ...each })))) ?? []
  return {
    issue(issued) {
      const issue = async () => (await issueTogether([issued]))[0]
      const isEvm = issued.chain !== 'P' && issued.chain !== 'X' && issued.format === undefined
      return isEvm ? issue() : once(requestWorld, `${issued.chain} ${issued.bytes}`, issue)
    },
    issueTogether,
    noteRefusal: (txId, reason) => refused?.note(txId, reason),
    refusalOf: (txId) => refused?.reasonOf(txId),
    pool,
  }
}

type Issuing = Promise<ActionResult | undefined>

/** Transactions on their way into a world. */
const issuing = new WeakMap<object, Map<string, Issuing>>()

/** Issues a transaction once, however many requests bring it meanwhile. */
function once(world: object, key: string, issue: () => Issuing): Issuing {
  const ofWorld = issuing.get(world) ?? new Map<string, Issuing>()
  issuing.set(world, ofWorld)
  const known = ofWorld.get(key)
  if (known) return known
  const issued = issue().finally(() => ofWorld.delete(key))
  ofWorld.set(key, issued)
  return issued
}

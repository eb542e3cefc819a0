import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { monotonicMs } from '../clock.ts'
import { faultHeader } from './faults/act-on.ts'
import { contractInterface } from './faults/asked-request.ts'
import { routeConfigOf } from './guards/guard.ts'
import type { InterfaceName } from './interfaces.ts'

/** How the requests of one operation ended. */
export interface OperationTally {
  readonly interface: ReturnType<typeof contractInterface>
  /** Undefined: of the paths and methods that do not exist. */
  readonly operation: string | undefined
  /** How many had each status; undefined: their connection ended before. */
  readonly statuses: Map<number | undefined, number>
  /** How many took at most as long as the bound of the same place; the last one, longer. */
  readonly durations: number[]
  seconds: number
  /** Those that met a fault that somebody asked for. */
  faults: number
}

/** Counts the requests of a server: whoever reads the numbers makes the text. */
export interface RequestTally {
  /** Follows a request from here to its end. */
  follow(of: InterfaceName, request: FastifyRequest, reply: FastifyReply): void
  tallies(): readonly OperationTally[]
}

/** Seconds, ascending. */
export const durationBounds: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]

export function createRequestTally(): RequestTally {
  const known = new Map<string, OperationTally>()

  function tallyOf(of: InterfaceName, request: FastifyRequest): OperationTally {
    const operation = operationOf(of, request)
    const name = operation ?? contractInterface(of, request)
    const found = known.get(name)
    if (found) return found
    const tally: OperationTally = {
      interface: contractInterface(of, request),
      operation,
      statuses: new Map(),
      durations: Array(durationBounds.length + 1).fill(0),
      seconds: 0,
      faults: 0,
    }
    known.set(name, tally)
    return tally
  }

  return {
    follow(of, request, reply) {
      const startedAt = monotonicMs()
      reply.raw.on('close', () => {
        const tally = tallyOf(of, request)
        const status = reply.raw.headersSent ? reply.raw.statusCode : undefined
        const seconds = (monotonicMs() - startedAt) / 1000
        const place = durationBounds.findIndex((bound) => seconds <= bound)
        tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
        ;(tally.durations[place === -1 ? durationBounds.length : place] as number)++
        tally.seconds += seconds
        if (metFault(status, request, reply)) tally.faults++
      })
    },
    tallies: () => [...known.values()],
  }
}

/** Name of the decorator by which the method of a call is told. */
const callKey = 'called method'

/** Lets requests of a JSON-RPC scope tell which method they called. */
export const decorateWithCalls = (scope: FastifyInstance): void => {
  scope.decorateRequest(callKey)
}

/** Notes the method of a call, as it is called in the contract. */
export const noteCall = (request: FastifyRequest, method: string): void => {
  request.setDecorator(callKey, method)
}

/** What was asked for, when it is known: of JSON-RPC the body says it, and not before it was read. */
export const operationOf = (of: InterfaceName, request: FastifyRequest): string | undefined =>
  of === 'node'
    ? request.getDecorator<string | undefined>(callKey)
    : routeConfigOf(request).operationId

/** By a rule, or by the short form for one request. */
const metFault = (
  status: number | undefined,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): boolean => reply.hasHeader(faultHeader) || headers[faultHeader] === String(status)

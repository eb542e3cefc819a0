import type { ContractInterface } from '../request/interfaces.ts'
import { Durations } from './durations.ts'

/** Outcomes of the requests to one operation. */
export interface OperationTally {
  readonly interface: ContractInterface
  /** Undefined for the paths and methods that do not exist. */
  readonly operation: string | undefined
  /** Number of requests by status; undefined if the connection ended before. */
  readonly statuses: Map<number | undefined, number>
  readonly durations: Durations
  /** Number of requests with a requested fault. */
  faults: number
}

/** Fields of a request that a tally reads. */
interface Countable extends Pick<OperationTally, 'interface' | 'operation'> {
  /** Milliseconds of the process. */
  readonly startedAt: number
}

/** Counts the requests of a server; the reader of the numbers formats them. */
export interface RequestTally {
  /**
   * Counts a request whose response is complete.
   * @param endedAt milliseconds of the process
   * @param status undefined: its connection ended before
   * @param hadFault whether by a rule or by the short form for one request
   */
  count(request: Countable, endedAt: number, status: number | undefined, hadFault: boolean): void
  tallies(): readonly OperationTally[]
}

export function createRequestTally(): RequestTally {
  const known = new Map<string, OperationTally>()

  function tallyOf({ interface: of, operation }: Countable): OperationTally {
    const name = operation ?? of
    const found = known.get(name)
    if (found) return found
    const tally: OperationTally = {
      interface: of,
      operation,
      statuses: new Map(),
      durations: new Durations(),
      faults: 0,
    }
    known.set(name, tally)
    return tally
  }

  return {
    count(request, endedAt, status, hadFault) {
      const tally = tallyOf(request)
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
      tally.durations.add((endedAt - request.startedAt) / 1000)
      if (hadFault) tally.faults++
    },
    tallies: () => [...known.values()],
  }
}

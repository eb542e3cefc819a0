import type { ContractInterface } from '../request/interfaces.ts'

/** Outcomes of the requests to one operation. */
export interface OperationTally {
  readonly interface: ContractInterface
  /** Undefined for the paths and methods that do not exist. */
  readonly operation: string | undefined
  /** Number of requests by status; undefined if the connection ended before. */
  readonly statuses: Map<number | undefined, number>
  /** Number of requests up to each bound of the same index; the last one counts the longer ones. */
  readonly durations: number[]
  seconds: number
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

/** Upper bounds in seconds, ascending. */
export const durationBounds: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]

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
      durations: Array(durationBounds.length + 1).fill(0),
      seconds: 0,
      faults: 0,
    }
    known.set(name, tally)
    return tally
  }

  return {
    count(request, endedAt, status, hadFault) {
      const tally = tallyOf(request)
      const seconds = (endedAt - request.startedAt) / 1000
      const place = durationBounds.findIndex((bound) => seconds <= bound)
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
      ;(tally.durations[place === -1 ? durationBounds.length : place] as number)++
      tally.seconds += seconds
      if (hadFault) tally.faults++
    },
    tallies: () => [...known.values()],
  }
}

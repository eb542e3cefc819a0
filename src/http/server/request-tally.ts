import type { ContractInterface } from '../request/interfaces.ts'

/** How the requests of one operation ended. */
export interface OperationTally {
  readonly interface: ContractInterface
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

/** What a tally reads of a request. */
interface Countable extends Pick<OperationTally, 'interface' | 'operation'> {
  /** Milliseconds of the process. */
  readonly startedAt: number
}

/** Counts the requests of a server: whoever reads the numbers makes the text. */
export interface RequestTally {
  /**
   * Counts a request whose answer is over.
   * @param endedAt milliseconds of the process
   * @param status undefined: its connection ended before
   * @param hadFault whether by a rule or by the short form for one request
   */
  count(asked: Countable, endedAt: number, status: number | undefined, hadFault: boolean): void
  tallies(): readonly OperationTally[]
}

/** Seconds, ascending. */
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
    count(asked, endedAt, status, hadFault) {
      const tally = tallyOf(asked)
      const seconds = (endedAt - asked.startedAt) / 1000
      const place = durationBounds.findIndex((bound) => seconds <= bound)
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
      ;(tally.durations[place === -1 ? durationBounds.length : place] as number)++
      tally.seconds += seconds
      if (hadFault) tally.faults++
    },
    tallies: () => [...known.values()],
  }
}

import type { Action } from '../../schemas/control/actions/index.ts'
import { statement } from './statement.ts'
import type { WorldStore } from './world-store.ts'

/** What happened since the definition's now, in order. `seq` counts from 1; `entry` is JSON. */
export const logTables = `
CREATE TABLE log (
  seq INTEGER PRIMARY KEY,
  entry TEXT NOT NULL
) STRICT;
`

/** Time that passed: to when, in milliseconds since 1970, with how much everyday life. */
export interface PassageEntry {
  readonly do: 'pass'
  readonly to: number
  /** Everyday blocks a day and chain. */
  readonly pace: number
  /** Asked for, or by a clock that runs: successive ones of the clock are one entry. */
  readonly by: 'request' | 'clock'
}

/** What somebody wanted, all of one request. */
export interface ActEntry {
  readonly do: 'act'
  readonly actions: readonly Action[]
  /** Everyday life while world time moves because a chain's rules demand it. */
  readonly pace: number
}

export type LogEntry = PassageEntry | ActEntry

/** The log of a world. With definition and seed it is all that a world is. */
export interface Log {
  /** How many entries there are. */
  readonly head: number
  /** @returns the entry's number */
  append(entry: LogEntry): number
  /** Replaces the last entry, which goes on. */
  amend(entry: LogEntry): void
  last(): LogEntry | undefined
}

/** The log in the world's own file: part of each transaction that changes the world. */
export function openLog(store: WorldStore): Log {
  const newest = () => store.get(selectLast, {})
  return {
    get head() {
      return newest()?.seq ?? 0
    },
    append(entry) {
      const seq = (newest()?.seq ?? 0) + 1
      store.insert('log', { seq, entry: JSON.stringify(entry) })
      return seq
    },
    amend(entry) {
      store.update('log', { seq: newest()?.seq ?? 0 }, { entry: JSON.stringify(entry) })
    },
    last() {
      const row = newest()
      return row && (JSON.parse(row.entry) as LogEntry)
    },
  }
}

const selectLast = statement<Record<string, never>, { seq: number; entry: string }>(
  'SELECT seq, entry FROM log WHERE seq = (SELECT max(seq) FROM log)',
)

import { statement } from './statement.ts'
import type { WorldStore } from './world-store.ts'

/**
 * Actions since the definition's now, in order. Definition, seed and log determine a world
 * completely. `seq` counts from 1; `entry` is JSON.
 */
export const logTables = `
CREATE TABLE log (
  seq INTEGER PRIMARY KEY,
  entry TEXT NOT NULL
) STRICT;
`

/**
 * Adds an entry, as part of the transaction that changes the world.
 * @param seq number of entries afterwards
 */
export const appendEntry = <Entry>(file: WorldStore, seq: number, entry: Entry): void =>
  file.insert('log', { seq, entry: JSON.stringify(entry) })

/** Replaces the last entry by one that continues it. */
export const extendLastEntry = <Entry>(file: WorldStore, seq: number, entry: Entry): void =>
  file.update('log', { seq }, { entry: JSON.stringify(entry) })

/** Returns the number of entries in the log of a file. */
export const logLength = (file: Pick<WorldStore, 'get'>): number =>
  file.get(selectHead, {})?.head ?? 0

/** Returns the log entries of a file after the first `after` ones, in order. */
export const entriesOf = <Entry>(file: Pick<WorldStore, 'all'>, after = 0): Entry[] =>
  file.all(selectAfter, { after }).map(({ entry }) => JSON.parse(entry) as Entry)

const selectHead = statement<Record<string, never>, { head: number }>(
  'SELECT coalesce(max(seq), 0) AS head FROM log',
)

const selectAfter = statement<{ after: number }, { entry: string }>(
  'SELECT entry FROM log WHERE seq > :after ORDER BY seq',
)

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
 * @param instead whether the entry continues the last one and replaces it
 */
export function appendEntry<Entry>(file: WorldStore, entry: Entry, instead: boolean): void {
  const head = headOf(file)
  const text = JSON.stringify(entry)
  if (instead) file.update('log', { seq: head }, { entry: text })
  else file.insert('log', { seq: head + 1, entry: text })
}

/** Returns the number of entries in the log of a file. */
export const headOf = (file: Pick<WorldStore, 'get'>): number => file.get(selectHead, {})?.head ?? 0

/** Returns the log entries of a file after the first `after` ones, in order. */
export const entriesOf = <Entry>(file: Pick<WorldStore, 'all'>, after = 0): Entry[] =>
  file.all(selectAfter, { after }).map(({ entry }) => JSON.parse(entry) as Entry)

const selectHead = statement<Record<string, never>, { head: number }>(
  'SELECT coalesce(max(seq), 0) AS head FROM log',
)

const selectAfter = statement<{ after: number }, { entry: string }>(
  'SELECT entry FROM log WHERE seq > :after ORDER BY seq',
)

import type { ClockSetting } from '../../schemas/control/world-document.ts'
import type { WorldDefinition } from '../../schemas/definition/world.ts'
import type { WorldSize } from '../config/config.ts'
import { statement } from './statement.ts'
import type { WorldStore } from './world-store.ts'

/** What a world's own file says of itself beside its rows and its log; a base has no such table. */
export const ownTables = `
CREATE TABLE IF NOT EXISTS own (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  start TEXT NOT NULL,
  definition TEXT NOT NULL,
  clock TEXT NOT NULL,
  is_entry_closed INTEGER NOT NULL
) STRICT;
`

/** The one row of `own`. */
export interface WorldInfo {
  /** Id of the world that the options of the process ask for: where a reset leads. */
  readonly start: string
  readonly definition: WorldDefinition
  readonly clock: ClockSetting
  /** Whether the last entry of the log does not go on, though the clock does. */
  readonly isEntryClosed: boolean
}

/** What `meta` says of the world in a file. */
export interface WorldInfoMeta {
  readonly id: string
  readonly generator_version: number
  readonly seed: string
  readonly size: WorldSize
}

type Reader = Pick<WorldStore, 'get'>

/** @throws for a file that has no such row */
export function readWorldInfo(file: Reader): WorldInfo {
  const row = file.get(selectOwn, {})
  if (!row) throw new Error('it says nothing of itself')
  return {
    start: row.start,
    definition: JSON.parse(row.definition),
    clock: JSON.parse(row.clock),
    isEntryClosed: row.is_entry_closed === 1,
  }
}

export function readWorldInfoMeta(file: Reader): WorldInfoMeta {
  const meta = file.get(selectMeta, {})
  if (!meta) throw new Error('it holds no finished world')
  return meta
}

/** How far both networks have come, epoch seconds. */
export const presentOf = (file: Reader): number => file.get(selectPresent, {})?.now ?? 0

export function insertWorldInfo(file: WorldStore, row: WorldInfo): void {
  file.remove('own', { only: 1 })
  file.insert('own', {
    only: 1,
    start: row.start,
    definition: JSON.stringify(row.definition),
    clock: JSON.stringify(row.clock),
    is_entry_closed: row.isEntryClosed ? 1 : 0,
  })
}

/** Part of each transaction that changes the world. */
export function updateWorldInfo(
  file: WorldStore,
  { clock, isEntryClosed }: Pick<WorldInfo, 'clock' | 'isEntryClosed'>,
): void {
  const changes = { clock: JSON.stringify(clock), is_entry_closed: isEntryClosed ? 1 : 0 }
  file.update('own', { only: 1 }, changes)
}

const selectOwn = statement<
  Record<string, never>,
  { start: string; definition: string; clock: string; is_entry_closed: number }
>('SELECT start, definition, clock, is_entry_closed FROM own')

const selectMeta = statement<Record<string, never>, WorldInfoMeta>(
  'SELECT id, generator_version, seed, size FROM meta',
)

/** The names are those under which the simulator keeps its progress. */
const selectPresent = statement<Record<string, never>, { now: number }>(`
  SELECT max(value ->> '$.time') AS now FROM kept
  WHERE part IN ('mainnet progress', 'fuji progress')`)

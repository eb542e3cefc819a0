import type { ClockSetting } from '../../schemas/control/world-document.ts'
import type { WorldDefinition } from '../../schemas/definition/world.ts'
import type { WorldSize } from '../config/config.ts'
import { statement } from './statement.ts'
import type { WorldStore } from './world-store.ts'

/** Metadata of a world's own file, apart from its rows and its log. A base has no such table. */
export const infoTable = `
CREATE TABLE IF NOT EXISTS own (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  start TEXT NOT NULL,
  definition TEXT NOT NULL,
  clock TEXT NOT NULL,
  is_entry_closed INTEGER NOT NULL
) STRICT;
`

/** Row of the table `own`, its only one. */
export interface WorldInfo {
  /** Id of the world that the options of the process ask for; a reset returns to it. */
  readonly start: string
  readonly definition: WorldDefinition
  readonly clock: ClockSetting
  /** Whether the last log entry must not be extended, although the clock advances. */
  readonly isEntryClosed: boolean
}

/** Row `meta` of the world in a file. */
interface WorldInfoMeta {
  readonly id: string
  readonly generator_version: number
  readonly seed: string
  readonly size: WorldSize
}

type Reader = Pick<WorldStore, 'get'>

/**
 * Reads the row `own` of a file.
 * @throws for a file that has no such row
 */
export function readWorldInfo(file: Reader): WorldInfo {
  const row = file.get(selectInfo, {})
  if (!row) throw new Error('it has no world_info row')
  return {
    start: row.start,
    definition: JSON.parse(row.definition),
    clock: JSON.parse(row.clock),
    isEntryClosed: row.is_entry_closed === 1,
  }
}

export function readWorldInfoMeta(file: Reader): WorldInfoMeta {
  const meta = file.get(selectMeta, {})
  if (!meta) throw new Error('it does not contain a complete world')
  return meta
}

/** Returns the current time of both networks, epoch seconds. */
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

/** Updates the row: as part of each transaction that changes the world, and between them. */
export function updateWorldInfo(
  file: WorldStore,
  { clock, isEntryClosed }: Pick<WorldInfo, 'clock' | 'isEntryClosed'>,
): void {
  const changes = { clock: JSON.stringify(clock), is_entry_closed: isEntryClosed ? 1 : 0 }
  file.update('own', { only: 1 }, changes)
}

const selectInfo = statement<
  Record<string, never>,
  { start: string; definition: string; clock: string; is_entry_closed: number }
>('SELECT start, definition, clock, is_entry_closed FROM own')

const selectMeta = statement<Record<string, never>, WorldInfoMeta>(
  'SELECT id, generator_version, seed, size FROM meta',
)

/**
 * Latest time of both networks. The names are those under which the simulator stores its progress.
 */
const selectPresent = statement<Record<string, never>, { now: number }>(`
  SELECT max(value ->> '$.time') AS now FROM kept
  WHERE part IN ('mainnet progress', 'fuji progress')`)

import type { ClockSetting, LogEntry } from '../../schemas/control/world-document.ts'
import type { LifeSettings } from '../simulator/life.ts'
import { type BaseReader, openBase } from '../store/base-reader.ts'
import { entriesOf, headOf } from '../store/log.ts'
import { presentOf, readOwnMeta, readOwnRow } from '../store/own-row.ts'

/** What a world begins with: a base, or another world as it was at a moment. Nobody writes it. */
export interface Origin {
  /** Of the world, whatever happens in it. */
  readonly id: string
  readonly settings: LifeSettings
  readonly reader: BaseReader
  /** Entries of the log. */
  readonly head: number
  /** Epoch seconds. */
  readonly now: number
  /** Undefined: that of the server's options. */
  readonly clock: ClockSetting | undefined
  log(): LogEntry[]
  /** Whoever began with it needs it no more. */
  leave(): void
}

/** @param leave closes the base, unless others read it too */
export const originOfBase = (
  reader: BaseReader,
  settings: LifeSettings,
  leave: () => void = () => reader.close(),
): Origin => ({
  id: reader.meta.id,
  settings,
  reader,
  head: 0,
  now: reader.meta.now,
  clock: undefined,
  log: () => [],
  leave,
})

/** @param file a copy of another world's file */
export function originOfCopy(file: string): Origin {
  const reader = openBase(file)
  const { seed, size } = readOwnMeta(reader)
  const { definition, clock } = readOwnRow(reader)
  return {
    id: reader.meta.id,
    settings: { definition, seed, size },
    reader,
    head: headOf(reader),
    now: presentOf(reader),
    clock,
    log: () => entriesOf(reader),
    leave: () => reader.close(),
  }
}

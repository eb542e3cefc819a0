import type { ClockSetting, LogEntry } from '../../../schemas/control/world-document.ts'
import type { WorldSource } from '../../simulator/simulation.ts'
import { type BaseReader, openBase } from '../../store/base-reader.ts'
import { entriesOf, logLength } from '../../store/log.ts'
import { presentOf, readWorldInfo, readWorldInfoMeta } from '../../store/world-info.ts'

/**
 * Initial state of a world: a base, or a copy of another world. It is never written.
 */
export interface InitialState {
  /** Id of the world, which stays the same after changes. */
  readonly id: string
  readonly settings: WorldSource
  /** Reader that is opened on first use. */
  readonly reader: BaseReader
  /** Whether it needs no file to be opened. */
  readonly isOpen: boolean
  /** Number of log entries. */
  readonly head: number
  /** Epoch seconds. */
  readonly now: number
  /** Clock setting; undefined: that of the server's options. */
  readonly clock: ClockSetting | undefined
  log(): LogEntry[]
  /** Closes files that are reopened on demand. */
  closeFiles(): void
  /** Releases it: its world no longer needs it. */
  close(): void
}

/**
 * Returns an initial state over a base.
 * @param close function that closes the base, unless other readers share it
 */
export const initialStateOfBase = (
  reader: BaseReader,
  settings: WorldSource,
  close: () => void = () => reader.close(),
): InitialState => ({
  id: reader.meta.id,
  settings,
  reader,
  isOpen: true,
  head: 0,
  now: reader.meta.now,
  clock: undefined,
  log: () => [],
  // Its digest was checked when it was opened.
  closeFiles() {},
  close,
})

/**
 * Returns an initial state over a copy.
 * @param file copy of another world's file
 */
export function initialStateOfCopy(file: string): InitialState {
  let open: BaseReader | undefined
  const reader = () => {
    open ??= openBase(file)
    return open
  }
  const close = () => {
    open?.close()
    open = undefined
  }
  const { seed, size } = readWorldInfoMeta(reader())
  const { definition, clock } = readWorldInfo(reader())
  const known = {
    id: reader().meta.id,
    settings: { definition, seed, size },
    head: logLength(reader()),
    now: presentOf(reader()),
    clock,
  }
  // A caller of these properties needs no open file.
  close()
  return {
    ...known,
    get reader() {
      return reader()
    },
    get isOpen() {
      return open !== undefined
    },
    log: () => entriesOf(reader()),
    closeFiles: close,
    close: close,
  }
}

import type { ClockSetting, LogEntry } from '../../../schemas/control/world-document.ts'
import type { WorldSource } from '../../simulator/simulation.ts'
import { type BaseReader, openBase } from '../../store/base-reader.ts'
import { entriesOf, headOf } from '../../store/log.ts'
import { presentOf, readWorldInfo, readWorldInfoMeta } from '../../store/world-info.ts'

/** What a world begins with: a base, or another world as it was at a moment. Nobody writes it. */
export interface InitialState {
  /** Of the world, whatever happens in it. */
  readonly id: string
  readonly settings: WorldSource
  /** Opened when somebody asks for it. */
  readonly reader: BaseReader
  /** Whether nothing has to be opened for it. */
  readonly isOpen: boolean
  /** Entries of the log. */
  readonly head: number
  /** Epoch seconds. */
  readonly now: number
  /** Undefined: that of the server's options. */
  readonly clock: ClockSetting | undefined
  log(): LogEntry[]
  /** Closes what is opened again when somebody asks. */
  rest(): void
  /** Whoever began with it needs it no more. */
  leave(): void
}

/** @param leave closes the base, unless others read it too */
export const initialStateOfBase = (
  reader: BaseReader,
  settings: WorldSource,
  leave: () => void = () => reader.close(),
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
  rest() {},
  leave,
})

/** @param file a copy of another world's file */
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
    head: headOf(reader()),
    now: presentOf(reader()),
    clock,
  }
  // Who asks no more than this needs no open file.
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
    rest: close,
    leave: close,
  }
}

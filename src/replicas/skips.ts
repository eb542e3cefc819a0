import { CompactedError } from '../shared-log/errors.ts'
import type { LogRecord, SharedLog } from '../shared-log/shared-log.ts'
import { StateError } from '../store/state-error.ts'

/** Begins the names of bodies that tell a start which records it leaves out. */
const prefix = 'skip/'

/** Names a record by its chain too: after a loss another record may have its position. */
const nameOf = ({ position, chain }: Pick<LogRecord, 'position' | 'chain'>): string =>
  `${prefix}${position}/${chain}`

/** Records that an operator has taken out, since no replica could apply them. */
export class Skips {
  readonly #log: Pick<SharedLog, 'partNames'>
  #names: ReadonlySet<string> = new Set()

  constructor(log: Pick<SharedLog, 'partNames'>) {
    this.#log = log
  }

  /** Reads them; called before the first record is applied. */
  async load(): Promise<void> {
    this.#names = new Set(await this.#log.partNames(prefix))
  }

  has(record: LogRecord): boolean {
    return this.#names.has(nameOf(record))
  }

  /**
   * Verifies that a record was left out here that is left out from a position on.
   * @throws StateError: a start leaves it out
   */
  verify(of: Pick<LogRecord, 'position' | 'chain'>): void {
    if (!this.#names.has(nameOf(of)))
      throw new StateError(
        `record ${of.position} was applied here, and others have skipped it; start this replica again`,
      )
  }
}

/** Returns one record. @throws StateError when the log does not have it */
export async function recordAt(log: SharedLog, position: number): Promise<LogRecord> {
  const { records, head } = await log.read(Math.max(0, position - 1), 1).catch((error) => {
    if (!(error instanceof CompactedError)) throw error
    throw new StateError(
      `the log no longer has record ${position}: those up to ${error.through} were removed after snapshots`,
    )
  })
  const record = records.find((each) => each.position === position)
  if (record) return record
  throw new StateError(`the log has no record ${position}; its head is ${head.position}`)
}

/**
 * Takes out a record that no replica can apply: starts leave it out. Doing it again is harmless.
 * @param live replicas that are live
 * @throws StateError when there is no such record, or a live replica has applied it
 */
export async function skipRecord(
  log: SharedLog,
  position: number,
  live: readonly { readonly name: string; readonly position: number }[],
): Promise<void> {
  const { chain, text } = await recordAt(log, position)
  if (JSON.parse(text).do === 'begin')
    throw new StateError('record 1 cannot be skipped: it has the seed and the size of the sandbox')
  const applied = live.filter((replica) => replica.position >= position).map(({ name }) => name)
  if (applied.length > 0)
    throw new StateError(
      `record ${position} is applied by ${applied.join(', ')}: restart the replicas that halted, or end these first`,
    )
  await log.putParts(nameOf({ position, chain }), [])
  // A replica that has applied it after all finds out here.
  await log.append({ world: 'default', do: 'skip', of: { position, chain } })
}

import { chainAfter, emptyChain } from './chain.ts'
import { LostTailError } from './errors.ts'
import type { LogPage, LogPosition, LogRecord, SharedLog } from './shared-log.ts'

/** Beginning of every log. */
const logBeginning: LogPosition = { position: 0, chain: emptyChain }

/**
 * Reads a log in order from a place, and verifies that each record leads on from the one before. A
 * position alone proves nothing: an engine that failed over may have lost the last records and
 * given their positions to others.
 */
export class LogCursor {
  readonly #log: Pick<SharedLog, 'read'>
  #place: LogPosition
  /** Records after the place that need not be read, by position. */
  readonly #given = new Map<number, LogRecord>()

  /**
   * Creates the cursor.
   * @param place place that the reader has applied
   */
  constructor(log: Pick<SharedLog, 'read'>, place = logBeginning) {
    this.#log = log
    this.#place = place
  }

  get place(): LogPosition {
    return this.#place
  }

  /** Gives it a record that its append has returned. */
  give(record: LogRecord): void {
    if (record.position > this.#place.position) this.#given.set(record.position, record)
  }

  /** Whether the record that comes next was given. */
  get hasGiven(): boolean {
    return this.#given.has(this.#place.position + 1)
  }

  /**
   * Returns the records that were given and come next, and moves behind them, without reading.
   * @throws LostTailError as {@link next}
   */
  nextGiven(): readonly LogRecord[] {
    const records: LogRecord[] = []
    let record = this.#given.get(this.#place.position + 1)
    while (record) {
      records.push(record)
      record = this.#given.get(record.position + 1)
    }
    this.#moveBehind(records)
    return records
  }

  /**
   * Returns the next records, at most `limit`, and the head, and moves behind the records.
   * @throws LostTailError when the log does not lead on from here; the cursor stays where it is
   * @throws CompactedError as {@link SharedLog.read}
   */
  async next(limit: number): Promise<LogPage> {
    const page = await this.#log.read(this.#place.position, limit)
    this.#verifyHead(page.head)
    this.#moveBehind(page.records)
    return page
  }

  #moveBehind(records: readonly LogRecord[]): void {
    let place = this.#place
    for (const { position, chain, text } of records) {
      if (position !== place.position + 1)
        throw new LostTailError(
          this.#place.position,
          `record ${position} follows record ${place.position}`,
        )
      if (chainAfter(place.chain, text) !== chain)
        throw new LostTailError(
          this.#place.position,
          `the hash chain of record ${position} differs`,
        )
      place = { position, chain }
    }
    this.#place = place
    for (const { position } of records) this.#given.delete(position)
  }

  /** Verifies that the head is not before the place, and has its chain if it is there. */
  #verifyHead({ position, chain }: LogPosition): void {
    const place = this.#place
    if (position < place.position)
      throw new LostTailError(place.position, `its head is at ${position}`)
    if (position === place.position && chain !== place.chain)
      throw new LostTailError(place.position, 'the hash chain of its head differs')
  }
}

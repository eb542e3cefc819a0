import { chainAfter, emptyChain } from './chain.ts'
import { LostTailError } from './errors.ts'
import type { LogRecord, SharedLog } from './shared-log.ts'

/** What has been applied, up to a position, and the chain there. */
type Applied = Pick<LogRecord, 'position' | 'chain'>

/** Beginning of every log. */
const logBeginning: Applied = { position: 0, chain: emptyChain }

/**
 * Reads a log in order from a place, and verifies that each record leads on from the one before. A
 * position alone proves nothing: an engine that failed over may have lost the last records and
 * given their positions to others.
 */
export class LogCursor {
  readonly #log: Pick<SharedLog, 'read' | 'head'>
  #place: Applied

  /**
   * Creates the cursor.
   * @param place place that the reader has applied
   */
  constructor(log: Pick<SharedLog, 'read' | 'head'>, place = logBeginning) {
    this.#log = log
    this.#place = place
  }

  get place(): Applied {
    return this.#place
  }

  /**
   * Returns the next records, at most `limit`, and moves behind them; none at the head.
   * @throws LostTailError when the log does not lead on from here; the cursor stays where it is
   * @throws CompactedError as {@link SharedLog.read}
   */
  async next(limit: number): Promise<readonly LogRecord[]> {
    const records = await this.#log.read(this.#place.position, limit)
    if (records.length === 0) await this.verifyHead()
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
    return records
  }

  /**
   * Verifies that the head is not before this place, and has its chain if it is at this place.
   * @returns position of the head
   * @throws LostTailError
   */
  async verifyHead(): Promise<number> {
    const applied = this.#place
    const { position, chain } = await this.#log.head()
    if (position < applied.position)
      throw new LostTailError(applied.position, `its head is at ${position}`)
    if (position === applied.position && chain !== applied.chain)
      throw new LostTailError(applied.position, 'the hash chain of its head differs')
    return position
  }
}

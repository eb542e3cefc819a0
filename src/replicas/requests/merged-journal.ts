import type { Journal, JournalReader } from '../../http/journal/journal.ts'
import type { JournalEntry } from '../../http/journal/journal-entry.ts'
import { journalReporter, toEntry } from '../../http/journal/journal-reporter.ts'
import type { ReportedItem, SharedList, SharedLog } from '../../shared-log/shared-log.ts'

interface MergedJournalOf {
  readonly log: Pick<SharedLog, 'report' | 'reported'>
  /** Journal of this replica. */
  readonly own: Journal
  readonly world: string
  /** Text that no other process uses. */
  readonly process: string
  /** Requests that it remembers. */
  readonly size: number
  /** Position of the record that is being applied. */
  readonly place: () => number
  /** Returns the engine's time of a monotonic time of this process. */
  readonly engineMs: (processMs: number) => number
}

/**
 * Requests to a world through all replicas. Each replica reports its own ones when a record asks for
 * them; the engine numbers them in the order of their arrival.
 */
export class MergedJournal implements JournalReader {
  readonly #of: MergedJournalOf
  #report: ReturnType<typeof journalReporter>
  /** Engine's time since which it has all requests that were reported. */
  #sinceMs = 0
  #place: number
  #resets: number
  /** Items that could not be stored yet. */
  #waiting: ReportedItem[] = []
  /** Requests to all replicas, as of the last time they were collected; undefined: own ones alone. */
  #visible: readonly JournalEntry[] | undefined

  constructor(of: MergedJournalOf) {
    this.#of = of
    this.#report = journalReporter(of.own)
    this.#place = of.place()
    this.#resets = of.own.resets
  }

  /** Position of the record that has removed all requests before it. */
  get place(): number {
    this.#noticeReset()
    return this.#place
  }

  /** Goes on with the requests after a record. */
  continueFrom(place: number): void {
    this.#place = place
    this.#visible = undefined
  }

  entries(): JournalEntry[] {
    this.#noticeReset()
    return this.#visible === undefined ? this.#of.own.entries() : [...this.#visible]
  }

  /** Shows the requests of this replica alone, with its own numbers: the others cannot be reached. */
  showOwn(): void {
    this.#visible = undefined
  }

  reset(): void {
    this.#of.own.reset()
    this.#noticeReset()
  }

  /** Begins again if the record that is being applied has removed all requests. */
  #noticeReset(): void {
    const { own, place } = this.#of
    if (own.resets === this.#resets) return
    this.#resets = own.resets
    this.#waiting = []
    this.continueFrom(place())
  }

  /**
   * Stores what is new in this replica.
   * @param sinceMs engine's time since which it has all requests that were reported
   * @throws when the log does not take them: they are stored the next time
   */
  async report(sinceMs: number): Promise<void> {
    this.#noticeReset()
    if (sinceMs !== this.#sinceMs) this.#report = journalReporter(this.#of.own)
    this.#sinceMs = sinceMs
    const { entries, ended } = this.#report()
    const items = [...entries, ...ended].map((reported): ReportedItem => {
      const { startedAt, endedAt, ...entry } = toEntry(reported)
      const { engineMs } = this.#of
      const times = {
        startedAt: engineMs(startedAt),
        endedAt: Number.isNaN(endedAt) ? null : engineMs(endedAt),
      }
      return {
        number: entry.id,
        atMs: times.startedAt,
        text: JSON.stringify({ ...entry, ...times }),
      }
    })
    // A request that has ended since the last attempt is there twice.
    const latest = new Map([...this.#waiting, ...items].map((item) => [item.number, item]))
    this.#waiting = [...latest.values()].slice(-2 * this.#of.size)
    const { log, process } = this.#of
    const waiting = this.#waiting
    if (waiting.length > 0) await log.report(this.#list, process, waiting)
    this.#waiting = this.#waiting.slice(waiting.length)
  }

  /** Reads what all replicas have stored. @throws EngineAwayError */
  async collect(): Promise<void> {
    const list = this.#list
    const items = await this.#of.log.reported(list, this.#of.size)
    if (list.generation !== this.#list.generation) return
    this.#visible = items.map(({ id, text }) => {
      const { endedAt, ...entry } = JSON.parse(text)
      return { ...entry, id, journal: undefined, endedAt: endedAt ?? Number.NaN }
    })
  }

  get #list(): SharedList {
    return { name: this.#of.world, generation: this.place }
  }
}

import type { Action, ActionResult } from '../../../schemas/control/actions/index.ts'
import type {
  BlocksEntry,
  ClockSetting,
  LogEntry,
  PassageEntry,
} from '../../../schemas/control/world-document.ts'
import type { Simulation, WorldSource } from '../../simulator/simulation.ts'
import type { BaseReader } from '../../store/base-reader.ts'
import { appendEntry, entriesOf, headOf } from '../../store/log.ts'
import { openWorldDatabase, type WorldDatabase } from '../../store/world-database.ts'
import {
  presentOf,
  readWorldInfo,
  readWorldInfoMeta,
  updateWorldInfo,
} from '../../store/world-info.ts'
import type { Pace } from '../../time/pace.ts'
import { timeText } from '../../time/times.ts'
import { Commits } from './commits.ts'

/** Time that is to pass. */
export interface Passage {
  /** Milliseconds since 1970. */
  readonly toMs: number
  readonly pace: Pace
  readonly by: PassageEntry['by']
  readonly isStopped: () => boolean
}

/** Background blocks that somebody wants. */
export interface WantedBlocks extends Omit<BlocksEntry, 'do'> {
  /** Of the clock, milliseconds since 1970. */
  readonly presentMs: number
  readonly isStopped: () => boolean
}

/** How much of what is due next is known while a change is in the making. */
const maxUpcoming = 10

/** What an own world is told by the one that shows it. */
export interface WritableWorldOwner {
  /** Its clock, as it will be when the world has come to this time, milliseconds since 1970. */
  clockAt(ms: number): ClockSetting
  /** After each commit. */
  committed(): void
}

/**
 * A world that was written: its file, its log, and the life that goes on in it. Whoever calls does
 * one thing after the other.
 */
export class WritableWorld {
  readonly settings: WorldSource
  readonly id: string
  /** As it was when the file was opened. */
  readonly clock: ClockSetting
  readonly file: WorldDatabase
  /** What is committed, also while a change is in the making. */
  readonly reader: Pick<BaseReader, 'all' | 'get' | 'contentDigest'>
  readonly #owner: WritableWorldOwner
  readonly #commits: Commits
  /** Opened for the first change, and anew after a failure. */
  #life: Simulation | undefined
  /** What was due next at the last commit; undefined while no change is in the making. */
  #upcoming: ReturnType<Simulation['upcoming']> | undefined
  /** When something is due next at a pace, epoch seconds; unknown until the life was opened. */
  #due: { readonly time: number; readonly pace: Pace } | undefined
  #head: number
  #now: number
  #isEntryClosed: boolean

  /** Opens the file that {@link makeWorldDatabase} made. */
  constructor(path: string, isPersistent: boolean, owner: WritableWorldOwner) {
    this.file = openWorldDatabase(path, isPersistent)
    this.reader = { ...this.file.committed, contentDigest: this.file.contentDigest }
    this.#owner = owner
    this.#commits = new Commits(this.file, () => this.#committed())
    const { id, seed, size } = readWorldInfoMeta(this.file)
    const { definition, clock, isEntryClosed } = readWorldInfo(this.file)
    this.id = id
    this.clock = clock
    this.settings = { definition, seed, size }
    this.#isEntryClosed = isEntryClosed
    this.#head = headOf(this.file)
    this.#now = presentOf(this.file)
  }

  get head(): number {
    return this.#head
  }

  /** How far its chains have come, epoch seconds. */
  get now(): number {
    return this.#now
  }

  /** When something may be due next, epoch seconds: at once, where that is not known. */
  nextDue(pace: Pace): number {
    const soonest = this.#now + 1
    return this.#due?.pace === pace ? Math.max(this.#due.time, soonest) : soonest
  }

  /** What is due next by the last commit, while a change is in the making. */
  get upcomingMeanwhile(): ReturnType<Simulation['upcoming']> | undefined {
    return this.#upcoming
  }

  /** Of the log, after so many. */
  entries(after = 0): LogEntry[] {
    return entriesOf(this.reader, after)
  }

  /** The life at the end of the log. */
  async life(pace: Pace): Promise<Simulation> {
    this.#life ??= await openLifeOf(this.settings, this.file)
    this.#life.pace = pace
    return this.#life
  }

  /**
   * Lets time pass, everything due at its own time. What a clock passes goes on with the last
   * entry where that was the same clock's.
   * @returns how far it came, epoch seconds: less only when it was stopped, more when a run of the
   *   definition's story took longer
   */
  pass({ toMs, pace, by, isStopped }: Passage): Promise<number> {
    return this.#change(pace, async (life) => {
      const until = Math.floor(toMs / 1000)
      let isNoted = by === 'clock' && this.#goesOn(pace)
      let reached = this.#now
      await this.#commits.makeInParts({
        isStopped,
        some(isLate) {
          while (life.nextTime() <= until) {
            reached = life.nextTime()
            life.step()
            // Steps of one time belong together: a slice ends where the next time begins.
            if (isLate() && life.nextTime() > reached) break
          }
          return life.nextTime() > until
        },
        finish: (isAll) => {
          // This may be the last commit: it leaves the world as a passage to here does.
          life.rest(isAll ? until : reached)
          // Later than that where what the definition's story does at the end needs more time.
          reached = presentOf(this.file)
          life.settle()
          const ms = isAll ? Math.max(toMs, reached * 1000) : reached * 1000
          this.#note({ do: 'pass', to: timeText(ms), pace, by }, { ms, instead: isNoted })
          isNoted = true
        },
      })
      return reached
    })
  }

  /**
   * Does what somebody wants, after everything due up to the present, all of it or nothing.
   * @param presentMs of the clock; it may be later afterwards
   * @throws RefusedAction
   */
  act(actions: readonly Action[], pace: Pace, presentMs: number): Promise<ActionResult[]> {
    return this.#change(pace, async (life) => {
      const acting = life.acting(actions)
      return this.#commits.makeWhole({
        some(isLate) {
          let next = acting.next()
          while (!next.done && !isLate()) next = acting.next()
          return next.done ? next.value : undefined
        },
        finish: ({ results, now }) => {
          life.settle()
          this.#note({ do: 'act', actions, pace }, { ms: Math.max(presentMs, now * 1000) })
          return results
        },
      })
    })
  }

  /**
   * Makes background blocks on a chain, as close to one another as its rules allow; the time that
   * this takes passes for the whole world.
   * @returns how many there are: fewer only when it was stopped
   */
  blocks({ network, chain, count, pace, presentMs, isStopped }: WantedBlocks): Promise<number> {
    return this.#change(pace, async (life) => {
      let made = 0
      let isNoted = false
      await this.#commits.makeInParts({
        isStopped,
        some(isLate) {
          do {
            life.makeBlocks(network, chain, 1)
            made++
          } while (made < count && !isLate())
          return made === count
        },
        finish: () => {
          life.settle()
          const ms = Math.max(presentMs, presentOf(this.file) * 1000)
          const entry: BlocksEntry = { do: 'blocks', network, chain, count: made, pace }
          this.#note(entry, { ms, instead: isNoted })
          isNoted = true
        },
      })
      return made
    })
  }

  /** Plays an entry of a log. @throws when the world refuses it, and is then of no use any more */
  async play(entry: LogEntry): Promise<void> {
    const { pace } = entry
    // Each entry of a log is one of its own, also where a clock passed two of them.
    this.#isEntryClosed = true
    if (entry.do === 'act') await this.act(entry.actions, pace, 0)
    else if (entry.do === 'blocks')
      await this.blocks({ ...entry, presentMs: 0, isStopped: () => false })
    else await this.pass({ toMs: Date.parse(entry.to), pace, by: entry.by, isStopped: () => false })
  }

  /** Keeps the clock as it is, and lets the next passage be an entry of its own, if asked. */
  noteClock(clock: ClockSetting, isEntryClosed = this.#isEntryClosed): void {
    this.#commits.make(() => updateWorldInfo(this.file, { clock, isEntryClosed }))
    this.#isEntryClosed = isEntryClosed
  }

  /** Commits what a passage has come to so far, which then ends there: the world is about to be closed. */
  endPart(): void {
    this.#commits.end()
  }

  close(): void {
    this.#commits.end()
    this.#life = undefined
    this.file.close()
  }

  async #change<Result>(
    pace: Pace,
    change: (life: Simulation) => Promise<Result>,
  ): Promise<Result> {
    const life = await this.life(pace)
    this.#upcoming = life.upcoming(maxUpcoming)
    try {
      const result = await change(life)
      this.#due = { time: life.nextTime(), pace }
      return result
    } catch (error) {
      // Its rows are as the last commit left them; what it remembers is not.
      this.#life = undefined
      this.#due = undefined
      throw error
    } finally {
      this.#upcoming = undefined
    }
  }

  #committed(): void {
    this.#head = headOf(this.file)
    this.#now = presentOf(this.file)
    if (this.#upcoming) this.#upcoming = this.#life?.upcoming(maxUpcoming)
    this.#owner.committed()
  }

  /** Part of each transaction. @param ms where the clock is then, milliseconds since 1970 */
  #note(entry: LogEntry, { ms, instead = false }: { ms: number; instead?: boolean }): void {
    appendEntry(this.file, entry, instead)
    updateWorldInfo(this.file, { clock: this.#owner.clockAt(ms), isEntryClosed: false })
    this.#isEntryClosed = false
  }

  #goesOn(pace: Pace): boolean {
    if (this.#isEntryClosed || this.#head === 0) return false
    const [last] = entriesOf<LogEntry>(this.file, this.#head - 1)
    return last?.do === 'pass' && last.by === 'clock' && last.pace === pace
  }
}

async function openLifeOf(settings: WorldSource, file: WorldDatabase): Promise<Simulation> {
  // Not loaded by a server whose world nobody changes.
  const { openSimulation } = await import('../../simulator/simulation.ts')
  return openSimulation(settings, file)
}

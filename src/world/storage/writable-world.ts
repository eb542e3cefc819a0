import type { Action, ActionResult } from '../../../schemas/control/actions/index.ts'
import type {
  AdvanceEntry,
  BlocksEntry,
  ClockSetting,
  LogEntry,
} from '../../../schemas/control/world-document.ts'
import type { Simulation, WorldSource } from '../../simulator/simulation.ts'
import type { BaseReader } from '../../store/base-reader.ts'
import { appendEntry, entriesOf, extendLastEntry, logLength } from '../../store/log.ts'
import { openWorldDatabase, type WorldDatabase } from '../../store/world-database.ts'
import {
  presentOf,
  readWorldInfo,
  readWorldInfoMeta,
  updateWorldInfo,
} from '../../store/world-info.ts'
import type { Pace } from '../../time/pace.ts'
import { timeText } from '../../time/time-text.ts'
import { Commits } from './commits.ts'
import { loadSimulation } from './load-simulation.ts'

/** Requested clock advance. */
export interface WantedAdvance {
  /** Milliseconds since 1970. */
  readonly toMs: number
  readonly pace: Pace
  readonly by: AdvanceEntry['by']
  /** Whether it continues a requested advance, which has one entry if no other one is in between. */
  readonly isPart?: boolean
  readonly isStopped: () => boolean
}

/** Requested background blocks. */
interface WantedBlocks extends Omit<BlocksEntry, 'do'> {
  /** Clock time, milliseconds since 1970. */
  readonly presentMs: number
  readonly isStopped: () => boolean
}

/** Maximum number of next due events that are known while a change is running. */
const maxUpcoming = 10

/** Owner of a writable world, which receives its events. */
export interface WritableWorldOwner {
  /** Returns the setting of its clock when the world reaches this time, milliseconds since 1970. */
  clockAt(ms: number): ClockSetting
  /** Records a commit. */
  committed(): void
}

/**
 * A changed world: its file, its log, and its running simulation. The caller makes one change at a
 * time.
 */
export class WritableWorld {
  readonly settings: WorldSource
  readonly id: string
  /** Clock setting when the file was opened. */
  readonly clock: ClockSetting
  readonly file: WorldDatabase
  /** Reader of the committed state, also while a change is running. */
  readonly reader: Pick<BaseReader, 'all' | 'get' | 'contentDigest'>
  readonly #owner: WritableWorldOwner
  readonly #commits: Commits
  /** Simulation, opened for the first change and again after a failure. */
  #simulation: Simulation | undefined
  /** Next due events at the last commit; undefined while no change, or a short one, is running. */
  #upcoming: ReturnType<Simulation['upcoming']> | undefined
  #isChanging = false
  /**
   * Time of the next due event, epoch seconds; read on demand while no change is running, and before
   * one that is not short.
   */
  #due: number | undefined
  #reached: Reached
  /** What the running transaction reaches; undefined when it adds no entry. */
  #next: Reached | undefined
  #isEntryClosed: boolean

  /** Opens a file created by {@link makeWorldDatabase}. */
  constructor(path: string, isPersistent: boolean, owner: WritableWorldOwner) {
    this.file = openWorldDatabase(path, isPersistent)
    this.reader = { ...this.file.committed, contentDigest: this.file.contentDigest }
    this.#owner = owner
    this.#commits = new Commits(this.file, (isAll) => this.#committed(isAll))
    const { id, seed, size } = readWorldInfoMeta(this.file)
    const { definition, clock, isEntryClosed } = readWorldInfo(this.file)
    this.id = id
    this.clock = clock
    this.settings = { definition, seed, size }
    this.#isEntryClosed = isEntryClosed
    this.#reached = { head: logLength(this.file), now: presentOf(this.file) }
  }

  get head(): number {
    return this.#reached.head
  }

  /** Time that its chains have reached, epoch seconds. */
  get now(): number {
    return this.#reached.now
  }

  /**
   * Returns the time of the next due event, epoch seconds; the next second when it is not known.
   */
  nextDue(pace: Pace): number {
    const soonest = this.now + 1
    if (this.#simulation?.pace !== pace) return soonest
    if (!this.#isChanging) this.#due ??= this.#simulation.nextTime()
    return Math.max(this.#due ?? soonest, soonest)
  }

  /** Next due events as of the last commit, while a change is running that is not short. */
  get upcomingMeanwhile(): ReturnType<Simulation['upcoming']> | undefined {
    return this.#upcoming
  }

  /** Returns the log entries after the first `after`. */
  entries(after = 0): LogEntry[] {
    return entriesOf(this.reader, after)
  }

  /** Returns the simulation at the end of the log. */
  async simulation(pace: Pace): Promise<Simulation> {
    this.#simulation ??= await openSimulationOf(this.settings, this.file)
    if (this.#simulation.pace !== pace) this.#due = undefined
    this.#simulation.pace = pace
    return this.#simulation
  }

  /**
   * Advances the clock, with every due event at its own time. An advance by the clock extends the
   * last entry when that is one of the same clock.
   * @returns time reached, epoch seconds: less only when it was stopped, more when a run of the
   *   definition's story took longer
   */
  advance({ toMs, pace, by, isPart = by === 'clock', isStopped }: WantedAdvance): Promise<number> {
    return this.#change({ pace }, async (simulation) => {
      const until = Math.floor(toMs / 1000)
      let isNoted = isPart && this.#goesOn(pace, by)
      let reached = this.now
      await this.#commits.makeInParts({
        isStopped,
        some(isLate) {
          while (simulation.nextTime() <= until) {
            reached = simulation.nextTime()
            simulation.step()
            // Steps of one time belong together: a slice ends where the next time begins.
            if (isLate() && simulation.nextTime() > reached) break
          }
          return simulation.nextTime() > until
        },
        finish: (isAll) => {
          // This may be the last commit: it leaves the world as a clock advance to this time does.
          simulation.settleUntil(isAll ? until : reached)
          // Time reached; it is later when the last actions of the definition's story need more
          // time.
          reached = presentOf(this.file)
          simulation.flush()
          const ms = isAll ? Math.max(toMs, reached * 1000) : reached * 1000
          this.#note(
            { do: 'pass', to: timeText(ms), pace, by },
            { ms, now: reached, instead: isNoted },
          )
          isNoted = true
        },
      })
      return reached
    })
  }

  /**
   * Applies requested actions, all of them or none, after everything due up to the present.
   * @param presentMs clock time; it may be later afterwards
   * @throws RefusedActionError
   */
  act(actions: readonly Action[], pace: Pace, presentMs: number): Promise<ActionResult[]> {
    const isShort = actions.every((action) => action.do === 'issue')
    return this.#change({ pace, isShort }, async (simulation) => {
      const acting = simulation.acting(actions)
      return this.#commits.makeWhole({
        some(isLate) {
          let next = acting.next()
          while (!next.done && !isLate()) next = acting.next()
          return next.done ? next.value : undefined
        },
        finish: ({ results, now }) => {
          simulation.flush()
          this.#note({ do: 'act', actions, pace }, { ms: Math.max(presentMs, now * 1000), now })
          return results
        },
      })
    })
  }

  /**
   * Makes background blocks on a chain, as close together as its rules allow. The time this takes
   * passes for the whole world.
   * @returns number of blocks made: fewer only when it was stopped
   */
  blocks({ network, chain, count, pace, presentMs, isStopped }: WantedBlocks): Promise<number> {
    return this.#change({ pace }, async (simulation) => {
      let made = 0
      let isNoted = false
      await this.#commits.makeInParts({
        isStopped,
        some(isLate) {
          do {
            simulation.makeBlocks(network, chain, 1)
            made++
          } while (made < count && !isLate())
          return made === count
        },
        finish: () => {
          simulation.flush()
          const now = presentOf(this.file)
          const ms = Math.max(presentMs, now * 1000)
          const entry: BlocksEntry = { do: 'blocks', network, chain, count: made, pace }
          this.#note(entry, { ms, now, instead: isNoted })
          isNoted = true
        },
      })
      return made
    })
  }

  /**
   * Replays an entry of a log.
   * @throws when the world refuses it; the world is unusable afterwards
   */
  async replay(entry: LogEntry): Promise<void> {
    const { pace } = entry
    // Each replayed entry stays separate, even for two consecutive advances by the clock.
    this.#isEntryClosed = true
    if (entry.do === 'act') await this.act(entry.actions, pace, 0)
    else if (entry.do === 'blocks')
      await this.blocks({ ...entry, presentMs: 0, isStopped: () => false })
    else
      await this.advance({ toMs: Date.parse(entry.to), pace, by: entry.by, isStopped: () => false })
  }

  /** Stores the clock, and makes the next advance a separate entry if requested. */
  noteClock(clock: ClockSetting, isEntryClosed = this.#isEntryClosed): void {
    this.#commits.make(() => updateWorldInfo(this.file, { clock, isEntryClosed }))
    this.#isEntryClosed = isEntryClosed
  }

  /** Stores the clock between changes; rows and readers stay as they are. */
  noteTime(clock: ClockSetting): void {
    updateWorldInfo(this.file, { clock, isEntryClosed: this.#isEntryClosed })
  }

  /**
   * Commits the part of a clock advance done so far, which ends there: the world is about to be
   * closed.
   */
  endPart(): void {
    this.#commits.end()
  }

  close(): void {
    this.#commits.end()
    this.#simulation = undefined
    this.file.close()
  }

  /** @param isShort whether requests for the next due events can wait for its end */
  async #change<Result>(
    { pace, isShort = false }: { pace: Pace; isShort?: boolean },
    change: (simulation: Simulation) => Promise<Result>,
  ): Promise<Result> {
    const simulation = await this.simulation(pace)
    if (!isShort) {
      this.#upcoming = simulation.upcoming(maxUpcoming)
      this.#due ??= simulation.nextTime()
    }
    this.#isChanging = true
    try {
      return await change(simulation)
    } catch (error) {
      // Its rows equal the last commit; its memory does not, unless the refusal says so.
      if (!leavesSimulation(error)) this.#simulation = undefined
      throw error
    } finally {
      this.#isChanging = false
      this.#next = undefined
      this.#due = undefined
      this.#upcoming = undefined
    }
  }

  #committed(isAll: boolean): void {
    this.#reached = this.#next ?? this.#reached
    this.#next = undefined
    // After the last commit nothing is running, so requests read the simulation itself.
    if (this.#upcoming && !isAll) this.#upcoming = this.#simulation?.upcoming(maxUpcoming)
    this.#owner.committed()
  }

  /**
   * Appends an entry, as part of each transaction.
   * @param ms clock time after it, milliseconds since 1970
   * @param now time that the chains have reached, epoch seconds
   * @param instead whether the entry continues the last one and replaces it
   */
  #note(
    entry: LogEntry,
    { ms, now, instead = false }: { ms: number; now: number; instead?: boolean },
  ): void {
    const head = this.head + (instead ? 0 : 1)
    if (instead) extendLastEntry(this.file, head, entry)
    else appendEntry(this.file, head, entry)
    this.#next = { head, now }
    updateWorldInfo(this.file, { clock: this.#owner.clockAt(ms), isEntryClosed: false })
    this.#isEntryClosed = false
  }

  #goesOn(pace: Pace, by: AdvanceEntry['by']): boolean {
    if (this.#isEntryClosed || this.head === 0) return false
    const [last] = entriesOf<LogEntry>(this.file, this.head - 1)
    return last?.do === 'pass' && last.by === by && last.pace === pace
  }
}

/** Extent of a world as of a commit. */
interface Reached {
  /** Number of log entries. */
  readonly head: number
  /** Time that its chains have reached, epoch seconds. */
  readonly now: number
}

/** Tells whether an error came before the simulation changed. */
const leavesSimulation = (error: unknown): boolean =>
  error instanceof Error && 'leavesSimulation' in error && error.leavesSimulation === true

async function openSimulationOf(settings: WorldSource, file: WorldDatabase): Promise<Simulation> {
  const { openSimulation } = await loadSimulation()
  return openSimulation(settings, file)
}

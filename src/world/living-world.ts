import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Action, ActionResult } from '../../schemas/control/actions/index.ts'
import { type Clock, createClock } from '../clock.ts'
import type { ClockMode } from '../clock-modes.ts'
import type { DialectSetting, Signing } from '../config.ts'
import type { Network } from '../networks/network.ts'
import type { Pace } from '../pace.ts'
import type { Life, LifeSettings } from '../simulator/life.ts'
import type { BaseReader } from '../store/base-reader.ts'
import { type Log, openLog, type PassageEntry } from '../store/log.ts'
import type { OwnFile } from '../store/own-file.ts'
import type { AnyBindings, Statement } from '../store/statement.ts'
import type { WorldStore } from '../store/world-store.ts'
import { blocksOf, mostBlocks } from './expected-blocks.ts'
import { letPass } from './passage.ts'
import type { World } from './world.ts'

/** How a world is shown; none of it changes what it holds. */
export interface WorldSettings {
  readonly clock: ClockMode
  readonly pace: Pace
  readonly nodeNetwork: Network
  readonly dialect: DialectSetting
  readonly signing: Signing
}

/** The world's own copy of its base, in a folder that goes with the process. */
interface Own {
  readonly folder: string
  readonly file: OwnFile
  readonly log: Log
}

/**
 * A world over a base: a reader of the base until the first change, of its own copy from then on.
 * Changes come one after the other; a request waits until the one in the making is done.
 */
export class LivingWorld implements World {
  readonly id: string
  readonly clock: Clock
  readonly nodeNetwork: Network
  readonly dialect: DialectSetting
  readonly signing: Signing
  readonly #base: BaseReader
  /** What it is made from. */
  readonly settings: LifeSettings
  readonly #startPace: Pace
  #pace: Pace
  #own: Own | undefined
  /** Opened for the first change, and anew after a failure. */
  #life: Life | undefined
  #now: number
  #head = 0
  #revision = 0
  /** When something is due next, epoch seconds; unknown until the life was opened. */
  #due: number | undefined
  #change: Promise<unknown> | undefined
  #isClosed = false
  /** Whether a real clock has been caught up with before. */
  #followsMachine = false

  constructor(base: BaseReader, settings: LifeSettings, shown: WorldSettings) {
    this.id = base.meta.id
    this.clock = createClock(shown.clock, base.meta.now * 1000)
    this.nodeNetwork = shown.nodeNetwork
    this.dialect = shown.dialect
    this.signing = shown.signing
    this.#base = base
    this.settings = settings
    this.#startPace = shown.pace
    this.#pace = shown.pace
    this.#now = base.meta.now
  }

  get revision(): number {
    return this.#revision
  }

  get head(): number {
    return this.#head
  }

  get now(): number {
    return this.#now
  }

  get pace(): Pace {
    return this.#pace
  }

  all<Bindings extends AnyBindings, Row>(
    statement: Statement<Bindings, Row>,
    bindings: Bindings,
  ): Row[] {
    return (this.#own?.file ?? this.#base).all(statement, bindings)
  }

  get<Bindings extends AnyBindings, Row>(
    statement: Statement<Bindings, Row>,
    bindings: Bindings,
  ): Row | undefined {
    return (this.#own?.file ?? this.#base).get(statement, bindings)
  }

  /**
   * Something to wait for before a request is answered: a change in the making, or what the clock
   * has passed meanwhile. Undefined, which costs nothing, when the world is up to date.
   */
  settled(): Promise<unknown> | undefined {
    if (this.#change) return this.#change.then(() => this.settled())
    if (this.clock.mode === 'frozen' || !this.#isBehind()) return undefined
    return this.#exclusively(() => this.#catchUp())
  }

  /**
   * Lets the time up to a moment pass, everything due at its own time.
   * @param toMs milliseconds since 1970, not before the clock
   * @param isStopped asked between slices; when it says so, the world stays where it came
   */
  advanceTo(toMs: number, isStopped: () => boolean = () => false): Promise<void> {
    return this.#exclusively(async () => {
      const to = Math.floor(toMs / 1000)
      const reached = await this.#pass(to, { by: 'request', toMs, isStopped })
      this.clock.moveTo(Math.max(this.clock.nowMs(), reached === to ? toMs : reached * 1000))
    })
  }

  /**
   * Does what somebody wants, all of it or nothing.
   * @throws RefusedAction
   */
  act(actions: readonly Action[]): Promise<ActionResult[]> {
    return this.#exclusively(async () => {
      if (this.clock.nowSeconds() > this.#now) await this.#catchUp()
      this.#own ??= await this.#copyBase()
      const { file, log } = this.#own
      this.#life ??= await this.#openLife(file)
      const life = this.#life
      life.pace = this.#pace
      const said = actions.map((action) => ({
        ...action,
        network: action.network ?? this.nodeNetwork,
      }))
      try {
        const { results, now } = file.transaction(() => {
          const done = life.act(said)
          life.settle()
          log.append({ do: 'act', actions: said, pace: this.#pace })
          return done
        })
        this.#now = now
        this.#head = log.head
        this.#revision++
        this.#due = life.nextTime()
        this.clock.moveTo(Math.max(this.clock.nowMs(), now * 1000))
        return results
      } catch (error) {
        this.#forgetLife()
        throw error
      }
    })
  }

  /** Sets the pace of everyday life from here on. */
  setPace(pace: Pace): Promise<void> {
    return this.#exclusively(async () => {
      this.#pace = pace
      this.#due = undefined
    })
  }

  /** What is due next as things stand, in the order of time. */
  upcoming(most: number): Promise<ReturnType<Life['upcoming']>> {
    return this.#exclusively(async () => {
      const life = this.#life ?? (await this.#openLife(this.#own?.file ?? readOnly(this.#base)))
      life.pace = this.#pace
      return life.upcoming(most)
    })
  }

  /** Back to the base, with the clock and the pace of the start. */
  reset(): Promise<void> {
    return this.#exclusively(async () => {
      this.#leave()
      this.#pace = this.#startPace
      this.#followsMachine = false
      this.#now = this.#base.meta.now
      this.#head = 0
      this.#revision++
      this.clock.reset()
    })
  }

  close(): void {
    this.#isClosed = true
    this.#leave()
    this.#base.close()
  }

  /** To the time of the clock; what would be too much for one passage passes without everyday life. */
  async #catchUp(): Promise<void> {
    const until = this.clock.nowSeconds()
    const isFirstReal = this.clock.mode === 'real' && !this.#followsMachine
    this.#followsMachine = this.clock.mode === 'real'
    const isMuch = blocksOf(this, until - this.#now, this.#pace) > mostBlocks
    await this.#pass(until, { by: 'clock', ...((isFirstReal || isMuch) && { pace: 0 }) })
  }

  #isBehind(): boolean {
    const now = this.clock.nowSeconds()
    return now > this.#now && (this.#due === undefined || this.#due <= now)
  }

  async #pass(
    until: number,
    how: {
      readonly by: PassageEntry['by']
      readonly toMs?: number
      readonly pace?: Pace
      readonly isStopped?: () => boolean
    },
  ): Promise<number> {
    this.#own ??= await this.#copyBase()
    const { file, log } = this.#own
    this.#life ??= await this.#openLife(file)
    const life = this.#life
    const pace = how.pace ?? this.#pace
    life.pace = pace
    let isNoted = false
    let noted = this.#now
    try {
      const reached = await letPass(life, file, until, {
        note: (seconds) => {
          const to = seconds === until ? (how.toMs ?? until * 1000) : seconds * 1000
          const entry: PassageEntry = { do: 'pass', to, pace, by: how.by }
          if (isNoted || (how.by === 'clock' && goesOn(log, entry))) log.amend(entry)
          else log.append(entry)
          isNoted = true
          noted = seconds
        },
        committed: () => {
          this.#now = noted
          this.#head = log.head
          this.#revision++
        },
        isStopped: () => this.#isClosed || how.isStopped?.() === true,
      })
      life.pace = this.#pace
      this.#due = life.nextTime()
      return reached
    } catch (error) {
      this.#forgetLife()
      throw error
    }
  }

  async #copyBase(): Promise<Own> {
    const { createOwnFile } = await import('../store/own-file.ts')
    this.#base.verify()
    const folder = mkdtempSync(join(tmpdir(), 'snowglobe-world-'))
    const file = createOwnFile(this.#base.file, join(folder, 'world.sqlite'))
    return { folder, file, log: openLog(file) }
  }

  async #openLife(file: WorldStore): Promise<Life> {
    // Not loaded by a server whose world nobody changes.
    const { openLife } = await import('../simulator/life.ts')
    return openLife(this.settings, file)
  }

  /** Its rows are as the last commit left them; what it remembers may not be. */
  #forgetLife(): void {
    this.#life = undefined
    this.#due = undefined
  }

  #leave(): void {
    this.#forgetLife()
    if (!this.#own) return
    const { file, folder } = this.#own
    this.#own = undefined
    file.close()
    rmSync(folder, { recursive: true, force: true })
  }

  #exclusively<Result>(change: () => Promise<Result>): Promise<Result> {
    const before = this.#change ?? Promise.resolve()
    const mine = before.catch(() => {}).then(change)
    const done = mine
      .catch(() => {})
      .finally(() => {
        if (this.#change === done) this.#change = undefined
      })
    this.#change = done
    return mine
  }
}

/** A life over the base can be asked, but cannot go on. */
const readOnly = (base: BaseReader): WorldStore => ({
  all: base.all,
  get: base.get,
  insert: refuseChange,
  update: refuseChange,
  remove: refuseChange,
})

function refuseChange(): never {
  throw new Error('the base of a world is never written')
}

const goesOn = (log: Log, { pace }: PassageEntry): boolean => {
  const last = log.last()
  return last?.do === 'pass' && last.by === 'clock' && last.pace === pace
}

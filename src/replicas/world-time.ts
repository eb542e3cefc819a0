import type { WorldHandle } from '../http/worlds/world-handle.ts'
import { EngineAwayError, UnknownOutcomeError } from '../shared-log/errors.ts'
import { liveForMs, type SharedLog } from '../shared-log/shared-log.ts'
import type { LogFollower } from './following/log-follower.ts'
import type { ReplicaMeters } from './replica-meters.ts'

/** Times that a clock advance is tried again when other records came first. */
const maxAttempts = 5

/** Milliseconds until an appended record is applied here. */
const appliedMs = 5_000

/**
 * Moves the clocks of worlds without a leader. A replica that gets a request, and finds something
 * due, appends a clock advance behind everything that it has applied. When another replica was
 * first, it applies that, and looks again.
 */
export class WorldTime {
  readonly #log: SharedLog
  readonly #follower: LogFollower
  readonly #meters: Pick<ReplicaMeters, 'lost'>
  readonly #passing = new Map<string, Promise<void>>()

  constructor(log: SharedLog, follower: LogFollower, meters: Pick<ReplicaMeters, 'lost'>) {
    this.#meters = meters
    this.#log = log
    this.#follower = follower
  }

  /** Resolves when what is due in a world has happened here, or while the engine is away. */
  pass({ name, world, scenarios }: WorldHandle): Promise<void> {
    const isNeeded = () => world.clock.isBehind || scenarios.delayed?.isCurrent === false
    const passing =
      this.#passing.get(name) ??
      this.#append({ world: name, do: 'pass' }, isNeeded).finally(() => this.#passing.delete(name))
    this.#passing.set(name, passing)
    return passing
  }

  /** Makes a world's clock wait for the world, unless other records follow. */
  async wait({ name }: WorldHandle): Promise<void> {
    const place = this.#follower.position
    const record = { world: name, do: 'wait' }
    // The record that is being applied comes before it.
    const appended = await this.#log.append(record, place + 1).catch(ignoreAway)
    if (appended && appended !== 'lost') this.#follower.take(appended)
  }

  /**
   * Leaves out the time in which no replica was live.
   * @throws EngineAwayError
   */
  async resume(): Promise<void> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const lastMs = Math.max((await this.#log.lastLive()) ?? 0, this.#follower.place.atMs)
      const { position, nowMs } = await this.#log.head()
      if (lastMs === 0 || nowMs - lastMs <= liveForMs) return
      if (position === this.#follower.position) {
        const appended = await this.#log.append({ world: '', do: 'resume', lastMs }, position)
        if (appended !== 'lost') return this.#follower.learnHead()
      }
      await this.#follower.learnHead()
    }
  }

  async #append(
    record: { readonly world: string; readonly do: string },
    isNeeded: () => boolean,
  ): Promise<void> {
    try {
      for (let attempt = 0; attempt < maxAttempts && isNeeded(); attempt++) {
        const appended = await this.#log.append(record, this.#follower.position)
        if (appended !== 'lost') {
          this.#follower.take(appended)
          await this.#follower.whenApplied(appended.position, appliedMs)
          return
        }
        this.#meters.lost++
        await this.#follower.learnHead()
      }
    } catch (error) {
      ignoreAway(error)
    }
  }
}

/** Nothing falls due while the engine is away; the log tells what came of an unknown outcome. */
function ignoreAway(error: unknown): void {
  if (!(error instanceof EngineAwayError || error instanceof UnknownOutcomeError)) throw error
}

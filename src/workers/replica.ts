import type { Config } from '../config/config.ts'
import { publicAddress } from '../config/local-address.ts'
import { type BaseReader, openBase } from '../store/base-reader.ts'
import { type Clock, createClock } from '../time/clock.ts'
import { ReadThrough } from '../world/read-through.ts'
import type { Readable } from '../world/readable.ts'
import { noScenarios } from '../world/scenario-view.ts'
import type { World } from '../world/world.ts'
import type { ReplicaState } from './messages.ts'

/**
 * The main world in a reader: what the writer says that it is. It is one world all the time, so
 * that what is kept of it in memory goes with its revision, as in the writer.
 */
export class Replica extends ReadThrough implements World, Readable {
  readonly clock: Clock
  readonly tokenClock: Clock
  readonly nodeNetwork
  readonly dialect
  readonly signing
  readonly publicUrl
  readonly scenarios = noScenarios
  readonly #base: BaseReader
  /** The world's own file, once something was asked of it. */
  #own: BaseReader | undefined
  #state: ReplicaState
  #isShown = false

  /** Shows nothing yet. */
  constructor(base: BaseReader, config: Config) {
    super()
    this.#base = base
    const { id, seed, now } = base.meta
    const clock = { mode: 'frozen', rate: 1, ms: now * 1000, machineMs: 0 } as const
    this.#state = {
      id,
      seed,
      now,
      head: 0,
      revision: 0,
      file: null,
      clock,
      until: null,
    }
    this.clock = createClock(clock)
    this.tokenClock = this.clock
    this.nodeNetwork = config.network
    this.dialect = config.dialect
    this.signing = config.sign
    this.publicUrl = publicAddress(config)
  }

  /** Whether what it shows is the present. */
  get isCurrent(): boolean {
    const { until } = this.#state
    return this.#isShown && (until === null || this.clock.nowSeconds() < until)
  }

  /** Shows this moment from now on. */
  show(state: ReplicaState): void {
    this.#state = state
    this.clock.restore(state.clock)
    this.#isShown = true
  }

  /** Is not shown to anybody new. */
  hide(): void {
    this.#isShown = false
  }

  /** Lets go of the world's own file: the writer may put another one into its place. */
  release(): void {
    this.#own?.close()
    this.#own = undefined
  }

  get id(): string {
    return this.#state.id
  }

  get seed(): string {
    return this.#state.seed
  }

  get revision(): number {
    return this.#state.revision
  }

  get head(): number {
    return this.#state.head
  }

  get now(): number {
    return this.#state.now
  }

  /** Of what the writer says nothing is in the making. */
  get reached(): undefined {
    return undefined
  }

  /** Nothing has to be waited for: who is let in is answered by the moment in which that was. */
  readable(): undefined {
    return undefined
  }

  close(): void {
    this.release()
    this.#base.close()
  }

  protected get reader(): BaseReader {
    const { file } = this.#state
    if (file === null) return this.#base
    this.#own ??= openBase(file)
    return this.#own
  }
}

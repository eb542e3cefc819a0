import type { Config } from '../config/config.ts'
import { publicAddress } from '../config/local-address.ts'
import { type BaseReader, openBase } from '../store/base-reader.ts'
import { type Clock, createClock, processStartMs } from '../time/clock.ts'
import { ReadThrough } from '../world/read-through.ts'
import type { Readable } from '../world/readable.ts'
import { noScenarios } from '../world/scenario-view.ts'
import type { World } from '../world/world.ts'
import type { ReplicaState } from './messages.ts'

/**
 * Main world in a reader, in the state that the writer sends. It is one object for its whole life,
 * so that data memoised for it depends on its revision, as in the writer.
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
  /** World's own file, after the first read of it. */
  #own: BaseReader | undefined
  #state: ReplicaState
  #isVisible = false

  /** Creates a replica that shows no state yet. */
  constructor(base: BaseReader, config: Config) {
    super()
    this.#base = base
    const { id, seed, now } = base.meta
    const clock = { mode: 'frozen', rate: 1, ms: now * 1000, tickMs: 0 } as const
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

  /** Whether its state is the current one. */
  get isCurrent(): boolean {
    const { until } = this.#state
    return this.#isVisible && (until === null || this.clock.nowSeconds() < until)
  }

  /** Shows this state from now on. */
  follow(state: ReplicaState): void {
    this.#state = state
    const { clock } = state
    this.clock.restore({ ...clock, tickMs: clock.tickMs - processStartMs })
    this.#isVisible = true
  }

  /** Stops showing the state to new requests. */
  hide(): void {
    this.#isVisible = false
  }

  /** Closes the world's own file: the writer may replace it. */
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

  /** Undefined, because the state that the writer sends is never within a clock advance. */
  get reached(): undefined {
    return undefined
  }

  /** Returns no promise: a request that was let in gets the state of that moment. */
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

import type { BegunAdvance, Passed } from '../../../schemas/control/clock.ts'
import {
  destinationOf,
  passedSince,
  progressOf,
  refuseImpossible,
} from '../../control/clock-advances.ts'
import { ControlError } from '../../control/control-error.ts'
import type { WorldHandle } from '../../http/worlds/world-handle.ts'
import type { Pace } from '../../time/pace.ts'
import type { ClockAdvance } from '../../world/clock/clock-advance.ts'
import { msWithBlocks } from '../../world/clock/expected-blocks.ts'
import type { SimulatedWorld } from '../../world/simulated-world.ts'
import type { KeyedRecord, RememberedOutcomes } from '../remembered-outcomes.ts'

/** Expected blocks of a part: other changes wait for one part at most. */
const blocksOfPart = 2_000

/** Number of ended advances whose responses are known: requests read them at once. */
const maxResponses = 1_000

/** Input of an advance. */
export interface AdvanceInput {
  readonly by?: string
  readonly to?: string
  readonly wait?: boolean
}

/** A running advance, as all replicas know it. */
export interface StoredAdvance extends Pick<ClockAdvance, 'fromMs' | 'toMs' | 'before'> {
  /** Text that no other advance has. */
  readonly id: string
  /** Name of the replica that appends its parts. */
  readonly owner: string
  /** Request with a key that waits for its end. */
  readonly keyed?: KeyedRecord | undefined
}

interface Running extends StoredAdvance {
  readonly advance: ClockAdvance
  readonly handle: WorldHandle
  /** Counter of the world, which another one has if it was replaced meanwhile. */
  readonly generation: number
}

/** What came of the beginning of an advance, or of one of its parts. */
export type AdvanceStep =
  /** Another advance is running, and nothing has happened. */
  { readonly waitsFor: string } | { readonly of: string; readonly response?: Passed | BegunAdvance }

/**
 * Clock advances in parts, each a record of its own, so that changes need not wait for a long one and
 * it can be stopped. All replicas know which advance is running in a world.
 */
export class AdvancesInParts {
  readonly #remembered: Pick<RememberedOutcomes, 'replace'>
  readonly #running = new Map<string, Running>()
  /** Responses to the last advances that have ended, by their ids. */
  readonly #responses = new Map<string, Passed | undefined>()
  /** Called at the ends of advances. */
  readonly #waiting = new Set<() => void>()

  constructor(remembered: Pick<RememberedOutcomes, 'replace'>) {
    this.#remembered = remembered
  }

  /** Running advances. */
  get all(): readonly Readonly<Running>[] {
    return [...this.#running.values()]
  }

  /** Tells whether an advance goes on. */
  isRunning(id: string): boolean {
    return this.all.some((running) => running.id === id)
  }

  /** Returns the response to an advance that has ended here. @throws ControlError */
  responseOf(id: string): Passed {
    const response = this.#responses.get(id)
    if (response) return response
    throw new ControlError('not_found', 'the world was removed during its clock advance')
  }

  /** Resolves when an advance has ended here. */
  async ended(id: string): Promise<void> {
    while (this.isRunning(id))
      await new Promise<void>((resolve) => {
        const go = () => {
          this.#waiting.delete(go)
          resolve()
        }
        this.#waiting.add(go)
      })
  }

  /** Returns what replicas share of the advance of a world. */
  stored(world: string): StoredAdvance | undefined {
    const running = this.#running.get(world)
    if (!running) return undefined
    const { id, owner, keyed, fromMs, toMs, before } = running
    return { id, owner, keyed, fromMs, toMs, before }
  }

  /** Goes on with an advance of a snapshot. */
  restore(handle: WorldHandle, stored: StoredAdvance): void {
    this.#begin(handle, stored, handle.world.clock.beginParts(stored.toMs, stored))
  }

  /**
   * Applies the beginning of an advance, with its first part if the request waits for its end.
   * @throws ControlError
   */
  async begin(
    handle: WorldHandle,
    { by, to, wait = true }: AdvanceInput,
    as: Pick<StoredAdvance, 'id' | 'owner' | 'keyed'>,
  ): Promise<AdvanceStep> {
    const { world } = handle
    const { clock } = world
    const other = this.#current(handle.name, handle)
    if (other) return { waitsFor: other.id }
    const toMs = destinationOf(by, to)(clock.nowMs())
    refuseImpossible(world, toMs)
    const advance = clock.beginParts(toMs)
    const { fromMs, before } = advance
    const { keyed, ...rest } = as
    const stored = { ...rest, ...(wait && { keyed }), fromMs, toMs, before }
    const running = this.#begin(handle, stored, advance)
    if (wait) return this.#part(running, true)
    return { of: as.id, response: { passing: progressOf(world, advance) } }
  }

  /** Applies the next part of an advance; without effect when it has ended. */
  async goOn(world: string, handle: WorldHandle | undefined, id: string): Promise<AdvanceStep> {
    const running = this.#current(world, handle)
    return running?.id === id ? this.#part(running, false) : { of: id }
  }

  /** Applies the stop of an advance. @param id absent: of any */
  async stop(world: string, handle: WorldHandle | undefined, id?: string): Promise<void> {
    const running = this.#current(world, handle)
    if (running && (id === undefined || running.id === id)) this.#end(running)
  }

  /** Ends all: the worlds begin again. */
  clear(): void {
    for (const running of this.all) this.#end(running)
  }

  /** Returns the milliseconds of a world's time that a part with blocks of a pace may have. */
  msOfPart(
    { settings, clock }: Pick<SimulatedWorld, 'settings' | 'clock'>,
    pace: Pace = clock.pace,
  ): number {
    return msWithBlocks(settings.definition, blocksOfPart, pace)
  }

  #begin(handle: WorldHandle, stored: StoredAdvance, advance: ClockAdvance): Running {
    const running = { ...stored, advance, handle, generation: handle.world.generation }
    this.#running.set(handle.name, running)
    return running
  }

  /**
   * Returns the running advance of a world. It ends when another world has replaced that.
   * @param handle undefined: the world was removed
   */
  #current(name: string, handle: WorldHandle | undefined): Running | undefined {
    const running = this.#running.get(name)
    if (!running) return undefined
    if (running.handle === handle && running.generation === handle.world.generation) return running
    this.#end(running)
    return undefined
  }

  async #part(running: Running, isFirst: boolean): Promise<AdvanceStep> {
    const { id, toMs, handle } = running
    const { clock } = handle.world
    const presentMs = clock.nowMs()
    if (presentMs < toMs) {
      const ms = this.msOfPart(handle.world)
      await clock.advancePart(
        Math.min(toMs, presentMs + ms),
        isFirst && presentMs === running.fromMs,
      )
    }
    if (clock.nowMs() < toMs) return { of: id }
    return this.#end(running)
  }

  #end({ id, keyed, handle, advance }: Running): AdvanceStep {
    const { world, name } = handle
    world.clock.endParts()
    this.#running.delete(name)
    const response = world.isClosed ? undefined : passedSince(world, advance)
    if (keyed && response) this.#remembered.replace(keyed, { result: { of: id, response } })
    this.#responses.set(id, response)
    const [oldest] = this.#responses.keys()
    if (this.#responses.size > maxResponses && oldest !== undefined) this.#responses.delete(oldest)
    for (const go of this.#waiting) go()
    return { of: id, ...(response && { response }) }
  }
}

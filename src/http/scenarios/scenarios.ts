import type {
  ActiveScenarios,
  ScenarioFields,
  ScenarioName,
} from '../../../schemas/control/scenarios.ts'
import { durationMs } from '../../time/durations.ts'
import { maxWaitMs, raceTimeout } from '../../world/bounded-wait.ts'
import type { Delay } from '../../world/indexer-lag/delay-limit.ts'
import { DelayedWorld, type StoredDelay } from '../../world/indexer-lag/delayed-world.ts'
import type { Readable } from '../../world/readable.ts'
import { noScenarios, withScenarios } from '../../world/scenario-view.ts'
import { SerialQueue } from '../../world/serial-queue.ts'
import type { SimulatedWorld } from '../../world/simulated-world.ts'
import type { World } from '../../world/world.ts'

/** World in the state that an indexer knows. */
export interface Indexer extends Readable {
  /** World itself while no scenario is set. */
  readonly view: World
}

/** Active scenarios, and the world as the interfaces show it. */
export interface Scenarios {
  readonly active: ActiveScenarios
  /** World that the Data and Metrics APIs show. */
  readonly indexer: Indexer
  /** World that the node shows: the world itself while no scenario is set. */
  readonly node: World
  /** What the indexer knows, while it lags or stalls. */
  readonly delayed: DelayedWorld | undefined
  set<Name extends ScenarioName>(name: Name, fields: ScenarioFields<Name>): Promise<void>
  remove(name: ScenarioName): Promise<void>
  /**
   * Sets scenarios as another process had them.
   * @param copy what the indexer knew there, if it lagged or stalled; its file is taken
   */
  restore(
    scenarios: ActiveScenarios,
    copy: { readonly file: string; readonly stored: StoredDelay } | undefined,
  ): Promise<void>
  /** Removes all scenarios. */
  reset(): Promise<void>
  close(): void
}

/**
 * Creates the scenarios of a world.
 * @param onChange called when the interfaces read another state of the world
 */
export function createScenarios(world: SimulatedWorld, onChange: () => void = () => {}): Scenarios {
  const queue = new SerialQueue()
  let active = noScenarios
  let indexed: World = world
  let node: World = world
  /** Set while an indexer lags or stalls. */
  let delayed: DelayedWorld | undefined

  async function apply(next: ActiveScenarios): Promise<void> {
    const delay = delayOf(next)
    const isStalled = next['indexer-stall'] !== undefined
    if (delay || isStalled) {
      delayed ??= await DelayedWorld.of(world)
      delayed.follow(delay, isStalled)
    } else {
      delayed?.close()
      delayed = undefined
    }
    active = Object.keys(next).length === 0 ? noScenarios : next
    node = active === noScenarios ? world : withScenarios(world, active)
    indexed = delayed ? withScenarios(delayed, active) : node
    onChange()
  }

  return {
    get active() {
      return active
    },
    indexer: {
      get view() {
        return indexed
      },
      get isCurrent() {
        return world.isCurrent && (!delayed || delayed.isCurrent)
      },
      get reached() {
        return delayed?.reached ?? world.reached
      },
      readable() {
        const change = world.readable()
        if (!delayed) return change
        if (!change) return delayed.readable()
        const both = change.then(() => delayed?.readable())
        return raceTimeout(both, maxWaitMs)
      },
    },
    get node() {
      return node
    },
    get delayed() {
      return delayed
    },
    set: (name, fields) => queue.run(() => apply({ ...active, [name]: fields })),
    remove: (name) =>
      queue.run(async () => {
        const { [name]: _, ...rest } = active
        await apply(rest)
      }),
    restore: (scenarios, copy) =>
      queue.run(async () => {
        if (copy) delayed = await DelayedWorld.from(world, copy.file, copy.stored)
        await apply(scenarios)
      }),
    reset: () => queue.run(() => apply(noScenarios)),
    close: () => delayed?.close(),
  }
}

function delayOf({ 'indexer-lag': lag }: ActiveScenarios): Delay | undefined {
  if (!lag || 'blocks' in lag) return lag
  return { ms: durationMs(lag.duration) ?? 0 }
}

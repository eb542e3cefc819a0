import type { SharedCounts } from '../../http/faults/shared-counts.ts'
import { EngineAwayError } from '../../shared-log/errors.ts'
import type { SharedLog } from '../../shared-log/shared-log.ts'

/**
 * Counts the matching requests of a world's fault rules through all replicas, by counters of the
 * engine. While that is away, a replica goes on counting by itself.
 */
export class RuleCounts implements SharedCounts {
  readonly #log: Pick<SharedLog, 'take'>
  readonly #world: string
  readonly #place: () => number
  /** Last known counts. */
  readonly #known = new Map<string, number>()
  #isAlone = false

  /**
   * Creates the counts.
   * @param place position of the record that is being applied
   */
  constructor(log: Pick<SharedLog, 'take'>, world: string, place: () => number) {
    this.#log = log
    this.#world = world
    this.#place = place
  }

  get isAlone(): boolean {
    return this.#isAlone
  }

  begin(id: string): string {
    return `rule ${this.#place()} ${this.#world} ${id}`
  }

  count(name: string): Promise<number> {
    return this.#take(name, 1)
  }

  countOf(name: string): Promise<number> {
    return this.#take(name, 0)
  }

  async #take(name: string, cost: number): Promise<number> {
    try {
      const { used } = await this.#log.take(name, 0, cost, Number.MAX_SAFE_INTEGER)
      this.#isAlone = false
      this.#known.set(name, used)
      return used
    } catch (error) {
      if (!(error instanceof EngineAwayError)) throw error
      this.#isAlone = true
      const used = (this.#known.get(name) ?? 0) + cost
      this.#known.set(name, used)
      return used
    }
  }
}

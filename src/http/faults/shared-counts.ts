import type { FaultRule } from '../../../schemas/control/faults.ts'

/** Counts of matching requests that several replicas share. */
export interface SharedCounts {
  /** Returns a name under which a rule counts from now on, beginning with 0. */
  begin(id: string): string
  /** Counts a request. @returns how many there are with it */
  count(name: string): Promise<number>
  /** Returns how many requests there are. */
  countOf(name: string): Promise<number>
  /** Whether this replica counts by itself now. */
  readonly isAlone: boolean
}

/** Tells whether it matters how many requests have matched a rule. */
export const isCounting = ({ after, times, probability }: FaultRule): boolean =>
  after !== undefined || times !== undefined || probability !== undefined

/**
 * Requests on which a rule acts, by their number among those that match, from 1. It depends on the
 * number alone, so that replicas that share the count decide alike.
 */
export class ActingRequests {
  readonly #rule: FaultRule
  readonly #chance: (number: number) => boolean
  /** Numbers of those drawn by probability, in order, as far as they are known. */
  readonly #drawn: number[] = []
  #known: number

  /**
   * Creates them.
   * @param chance draws for a request; equal numbers must give equal results
   */
  constructor(rule: FaultRule, chance: (number: number) => boolean) {
    this.#rule = rule
    this.#chance = chance
    this.#known = rule.after ?? 0
  }

  /** Tells whether the rule acts on the request of this number. */
  includes(number: number): boolean {
    return this.countUpTo(number) > this.countUpTo(number - 1)
  }

  /** Returns on how many of the first requests the rule acts. */
  countUpTo(number: number): number {
    const { after = 0, times = Number.POSITIVE_INFINITY, probability } = this.#rule
    if (probability === undefined) return Math.min(Math.max(0, number - after), times)
    while (this.#known < number && this.#drawn.length < times) {
      this.#known++
      if (this.#chance(this.#known)) this.#drawn.push(this.#known)
    }
    return countUpTo(this.#drawn, number)
  }
}

/** Returns how many values of an ascending list are at most `limit`. */
function countUpTo(values: readonly number[], limit: number): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((values[middle] as number) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

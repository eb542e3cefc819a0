import type { FaultCounts, FaultRule } from '../../../schemas/control/faults.ts'
import { createRandomStreams, type Random } from '../../simulator/random.ts'
import { type ArrivingRequest, requestMatcher } from './request-matcher.ts'

/** Fault that a request meets: the rule that acts, and the delay of its response. */
export interface Fault {
  readonly rule: FaultRule
  readonly delayMs: number
  /** Records why the patch of the rule did not fit the response. */
  failed(problem: string): void
}

/** Fault rules of a world, in their order. */
export interface FaultRules {
  /** True for a server without rules; requests to it check nothing more than this. */
  readonly isEmpty: boolean
  /** Whether a rule looks at bodies, so that requests meet the rules after their bodies were read. */
  readonly readsBodies: boolean
  list(): FaultRule[]
  get(id: string): FaultRule | undefined
  /** Returns what the rules have done, by their ids. */
  counts(): Record<string, FaultCounts>
  /** Replaces the rule of this id in its place, or adds it at the end. */
  set(rule: FaultRule): void
  /**
   * Removes the rule of this id.
   * @returns whether there was one
   */
  remove(id: string): boolean
  /** Counts a request, and finds the first rule that acts on it. */
  match(request: ArrivingRequest): Fault | undefined
  /** Restarts the counts and random draws, as when each rule was set. */
  restart(): void
  /** Removes all rules. */
  reset(): void
}

/** Active rule. */
interface Active {
  readonly rule: FaultRule
  readonly fits: (request: ArrivingRequest) => boolean
  seen: number
  drawn: number
  acted: number
  problem: string | undefined
}

const unused = { seen: 0, drawn: 0, acted: 0, problem: undefined }

/**
 * Creates the fault rules of a world.
 * @param seedOf seed of the world: the same requests in the same order meet the same faults
 */
export function createFaultRules(seedOf: () => string): FaultRules {
  let rules: readonly Active[] = []
  /** Creates a new random stream for each draw of a rule. */
  const draw = (active: Active): Random =>
    createRandomStreams(seedOf()).at(`fault ${active.rule.id}`, active.drawn++)

  function acts(active: Active): boolean {
    const { after = 0, times, probability } = active.rule
    active.seen++
    if (active.seen <= after) return false
    if (times !== undefined && active.acted >= times) return false
    if (probability !== undefined && !draw(active).chance(probability)) return false
    active.acted++
    return true
  }

  function delayOf(active: Active): number {
    const { ms = 0, jitterMs = 0 } = active.rule.delay ?? {}
    // G-98
    return jitterMs === 0 ? ms : ms + draw(active).int(0, jitterMs)
  }

  return {
    get isEmpty() {
      return rules.length === 0
    },
    get readsBodies() {
      return rules.some(({ rule }) => rule.match?.body !== undefined)
    },
    counts: () =>
      Object.fromEntries(
        rules.map(({ rule, seen, acted, problem }) => [
          rule.id,
          { matched: seen, acted, ...(problem !== undefined && { problem }) },
        ]),
      ),
    list: () => rules.map(({ rule }) => rule),
    get: (id) => rules.find(({ rule }) => rule.id === id)?.rule,
    set(rule) {
      const active = { rule, fits: matcherOf(rule), ...unused }
      const place = rules.findIndex((other) => other.rule.id === rule.id)
      rules = place === -1 ? [...rules, active] : rules.with(place, active)
    },
    remove(id) {
      const before = rules.length
      rules = rules.filter(({ rule }) => rule.id !== id)
      return rules.length < before
    },
    match(request) {
      const found = rules.find((active) => active.fits(request) && acts(active))
      if (!found) return undefined
      return {
        rule: found.rule,
        delayMs: delayOf(found),
        failed(problem) {
          found.problem = problem
        },
      }
    },
    restart() {
      for (const active of rules) Object.assign(active, unused)
    },
    reset() {
      rules = []
    },
  }
}

/** Browsers send a preflight request first: G-98. */
function matcherOf({ match = {}, cors }: FaultRule): (request: ArrivingRequest) => boolean {
  const fits = requestMatcher(match)
  const matchesPreflights = match.method?.toUpperCase() === 'OPTIONS' || cors === false
  return (request) => (matchesPreflights || !request.isPreflight) && fits(request)
}

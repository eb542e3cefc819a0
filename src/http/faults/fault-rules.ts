import type { FaultRule, RequestMatch } from '../../../schemas/control/faults.ts'
import { createRandomStreams, type Random } from '../../simulator/random.ts'
import { pathGlob } from './path-glob.ts'

/** View of a request that fault rules see. */
export interface MatchableRequest {
  readonly interface: NonNullable<RequestMatch['interface']>
  readonly method: string
  readonly path: string
  /** Undefined for a path that does not exist. */
  readonly operation: string | undefined
  readonly key: string | undefined
  readonly isPreflight: boolean
  /** Looks the network up; only rules that need it call this. */
  network(): string | undefined
}

/** Fault that a request meets: the rule that acts, and the delay of its response. */
export interface Fault {
  readonly rule: FaultRule
  readonly delayMs: number
}

/** Fault rules of a world, in their order. */
export interface FaultRules {
  /** True for a server without rules; requests to it check nothing more than this. */
  readonly isEmpty: boolean
  list(): FaultRule[]
  get(id: string): FaultRule | undefined
  /** Replaces the rule of this id in its place, or adds it at the end. */
  set(rule: FaultRule): void
  /**
   * Removes the rule of this id.
   * @returns whether there was one
   */
  remove(id: string): boolean
  /** Counts a request, and finds the first rule that acts on it. */
  match(request: MatchableRequest): Fault | undefined
  /** Restarts the counts and random draws, as when each rule was set. */
  restart(): void
  /** Removes all rules. */
  reset(): void
}

/** Active rule. */
interface Active {
  readonly rule: FaultRule
  readonly fits: (request: MatchableRequest) => boolean
  seen: number
  drawn: number
  acted: number
}

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
    list: () => rules.map(({ rule }) => rule),
    get: (id) => rules.find(({ rule }) => rule.id === id)?.rule,
    set(rule) {
      const active = { rule, fits: matcherOf(rule), seen: 0, drawn: 0, acted: 0 }
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
      return found && { rule: found.rule, delayMs: delayOf(found) }
    },
    restart() {
      for (const active of rules) Object.assign(active, { seen: 0, drawn: 0, acted: 0 })
    },
    reset() {
      rules = []
    },
  }
}

/** Browsers send a preflight request first: G-98. */
function matcherOf({ match = {}, cors }: FaultRule): (request: MatchableRequest) => boolean {
  const fits = requestMatcher(match)
  const matchesPreflights = match.method?.toUpperCase() === 'OPTIONS' || cors === false
  return (request) => (matchesPreflights || !request.isPreflight) && fits(request)
}

/** Returns a function that tells whether a request meets all conditions of a match. */
function requestMatcher({ path, ...match }: RequestMatch): (request: MatchableRequest) => boolean {
  const isPath = path === undefined ? undefined : pathGlob(path)
  const method = match.method?.toUpperCase()
  return (request) =>
    (match.interface === undefined || match.interface === request.interface) &&
    (match.operation === undefined || match.operation === request.operation) &&
    (method === undefined || method === request.method) &&
    (isPath === undefined || isPath(request.path)) &&
    (match.key === undefined || match.key === request.key) &&
    (match.network === undefined || match.network === request.network())
}

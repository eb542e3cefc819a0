import type { FaultCounts, FaultRule } from '../../../schemas/control/faults.ts'
import { createRandomStreams, type Random } from '../../simulator/random.ts'
import { type ArrivingRequest, requestMatcher } from './request-matcher.ts'
import { ActingRequests, isCounting, type SharedCounts } from './shared-counts.ts'

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
  list(): FaultRule[]
  get(id: string): FaultRule | undefined
  /** Returns what the rules have done, by their ids. */
  counts(): Record<string, FaultCounts> | Promise<Record<string, FaultCounts>>
  /** Replaces the rule of this id in its place, or adds it at the end. */
  set(rule: FaultRule): void
  /**
   * Removes the rule of this id.
   * @returns whether there was one
   */
  remove(id: string): boolean
  /**
   * Counts a request, and finds the first rule that acts on it. It is a promise only where a rule
   * counts together with other replicas.
   */
  match(request: ArrivingRequest): Fault | undefined | Promise<Fault | undefined>
  /** Counts together with other replicas, for rules that are set from now on. */
  countTogether(shared: SharedCounts): void
  /** Returns the rules with the names of the counts that replicas share. */
  shared(): SharedRule[]
  /** Adds a rule of another replica, with the count that it has there. */
  addShared(shared: SharedRule): void
  /** Restarts the counts and random draws, as when each rule was set. */
  restart(): void
  /** Removes all rules. */
  reset(): void
}

/** Rule as replicas share it. */
export interface SharedRule {
  readonly rule: FaultRule
  /** Name of its count; absent: it counts nothing together with others. */
  readonly count?: string
}

/** Active rule. */
interface Active {
  readonly rule: FaultRule
  readonly fits: (request: ArrivingRequest) => boolean
  seen: number
  drawn: number
  acted: number
  problem: string | undefined
  /** Count that replicas share; absent: it counts here alone, or not at all. */
  together?: { readonly name: string; readonly acting: ActingRequests } | undefined
}

const unused = { seen: 0, drawn: 0, acted: 0, problem: undefined }

/**
 * Creates the fault rules of a world.
 * @param seedOf seed of the world: the same requests in the same order meet the same faults
 */
export function createFaultRules(seedOf: () => string): FaultRules {
  let rules: readonly Active[] = []
  let shared: SharedCounts | undefined
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

  const togetherOf = (rule: FaultRule, count?: string): Active['together'] =>
    shared && isCounting(rule)
      ? {
          name: count ?? shared.begin(rule.id),
          acting: new ActingRequests(rule, (number) =>
            createRandomStreams(seedOf())
              .at(`fault ${rule.id} request`, number)
              .chance(rule.probability ?? 1),
          ),
        }
      : undefined

  const faultOf = (found: Active): Fault => ({
    rule: found.rule,
    delayMs: delayOf(found),
    failed(problem) {
      found.problem = problem
    },
  })

  function matchIn(
    some: readonly Active[],
    request: ArrivingRequest,
  ): Fault | undefined | Promise<Fault | undefined> {
    const at = some.findIndex(
      (active) => active.fits(request) && (active.together !== undefined || acts(active)),
    )
    const found = some[at]
    if (!found) return undefined
    return found.together ? matchTogether(found, some.slice(at + 1), request) : faultOf(found)
  }

  async function matchTogether(
    active: Active,
    rest: readonly Active[],
    request: ArrivingRequest,
  ): Promise<Fault | undefined> {
    const { name, acting } = active.together as NonNullable<Active['together']>
    const number = (await shared?.count(name)) ?? 0
    return acting.includes(number) ? faultOf(active) : matchIn(rest, request)
  }

  const countsOf = ({ seen, acted, problem }: Active): FaultCounts => ({
    matched: seen,
    acted,
    ...(problem !== undefined && { problem }),
  })

  async function countsTogether(): Promise<Record<string, FaultCounts>> {
    const counts = rules.map(async (active): Promise<[string, FaultCounts]> => {
      const { rule, together } = active
      if (!shared || !together) return [rule.id, countsOf(active)]
      const matched = await shared.countOf(together.name)
      const acted = together.acting.countUpTo(matched)
      return [
        rule.id,
        { ...countsOf(active), matched, acted, ...(shared.isAlone && { isAlone: true }) },
      ]
    })
    return Object.fromEntries(await Promise.all(counts))
  }

  return {
    get isEmpty() {
      return rules.length === 0
    },
    counts: () =>
      rules.some(({ together }) => together)
        ? countsTogether()
        : Object.fromEntries(rules.map((active) => [active.rule.id, countsOf(active)])),
    list: () => rules.map(({ rule }) => rule),
    get: (id) => rules.find(({ rule }) => rule.id === id)?.rule,
    set(rule) {
      const active = { rule, fits: matcherOf(rule), ...unused, together: togetherOf(rule) }
      const place = rules.findIndex((other) => other.rule.id === rule.id)
      rules = place === -1 ? [...rules, active] : rules.with(place, active)
    },
    remove(id) {
      const before = rules.length
      rules = rules.filter(({ rule }) => rule.id !== id)
      return rules.length < before
    },
    match: (request) => matchIn(rules, request),
    shared: () =>
      rules.map(({ rule, together }) => ({ rule, ...(together && { count: together.name }) })),
    addShared({ rule, count }) {
      const together = togetherOf(rule, count)
      rules = [...rules, { rule, fits: matcherOf(rule), ...unused, together }]
    },
    countTogether(counts) {
      shared = counts
    },
    restart() {
      for (const active of rules)
        Object.assign(active, unused, { together: togetherOf(active.rule) })
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

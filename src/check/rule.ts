import type { AnyBindings, Statement } from '../store/statement.ts'
import type { RuleReport, Violation } from './report.ts'

/** The world as rules see it: rows and the time at which it ends, and nothing of who made it. */
export interface CheckedWorld {
  /** Epoch seconds. */
  readonly now: number
  all<Bindings extends AnyBindings, Row>(
    statement: Statement<Bindings, Row>,
    bindings: Bindings,
  ): Row[]
}

export interface CheckOptions {
  /** Whether to verify every proof of possession instead of a sample: 30 ms each. */
  readonly thorough: boolean
  /** Names of the rules to apply; all when absent. */
  readonly rules?: readonly string[]
}

/** Something that is true of every world. */
export interface Rule {
  /** Lower-case words joined by hyphens. */
  readonly name: string
  check(world: CheckedWorld, findings: Findings, options: CheckOptions): void
}

/** What is wrong with a thing, in words; nothing when nothing is. */
export type Judgement = Iterable<string>

/** Where a rule says what it looked at and what it found. */
export interface Findings {
  /**
   * Judges each thing. An error counts against the thing that raised it: bytes that do not decode
   * must not hide what is wrong elsewhere.
   */
  each<Thing>(
    things: Iterable<Thing>,
    idsOf: (thing: Thing) => readonly string[],
    judge: (thing: Thing) => Judgement,
  ): void
  /** Counts each of these against the rule: things that follow from nothing. */
  unexpected<Thing>(
    things: Iterable<Thing>,
    idsOf: (thing: Thing) => readonly string[],
    text: string,
  ): void
}

/** Runs one rule. */
export function applyRule(rule: Rule, world: CheckedWorld, options: CheckOptions): RuleReport {
  const violations: Violation[] = []
  let checked = 0
  const findings: Findings = {
    each(things, idsOf, judge) {
      for (const thing of things) {
        checked += 1
        try {
          for (const text of judge(thing)) violations.push({ ids: idsOf(thing), text })
        } catch (error) {
          violations.push({ ids: idsOf(thing), text: String(error) })
        }
      }
    },
    unexpected(things, idsOf, text) {
      findings.each(things, idsOf, () => [text])
    },
  }
  try {
    rule.check(world, findings, options)
  } catch (error) {
    violations.push({ ids: [], text: `the rule could not be applied: ${String(error)}` })
  }
  return { name: rule.name, checked, violations }
}

import type { AnyBindings, Statement } from '../store/statement.ts'
import { errorText } from '../util/error-text.ts'
import type { RuleReport, Violation } from './report.ts'

/**
 * The world as rules see it: rows and its end time, without information about the code that made
 * it.
 */
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
  /** Names of the rules to apply; absent: all. */
  readonly rules?: readonly string[]
}

/** A statement that is true of every world. */
export interface Rule {
  /** Lower-case words joined by hyphens. */
  readonly name: string
  check(world: CheckedWorld, findings: Findings, options: CheckOptions): void
}

/** Problems of a thing, in words; empty when there are none. */
export type Judgement = Iterable<string>

/** Receiver of a rule's checked things and violations. */
export interface Findings {
  /**
   * Judges each thing. An error counts against the thing that raised it: bytes that do not decode
   * must not hide other problems.
   */
  each<Thing>(
    things: Iterable<Thing>,
    idsOf: (thing: Thing) => readonly string[],
    judge: (thing: Thing) => Judgement,
  ): void
  /** Counts each of these as a violation: things that follow from nothing. */
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
          violations.push({ ids: idsOf(thing), text: `cannot be checked: ${errorText(error)}` })
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
    violations.push({ ids: [], text: `the rule cannot be applied: ${errorText(error)}` })
  }
  return { name: rule.name, checked, violations }
}

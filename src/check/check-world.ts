import { requireHeapRoom } from './heap-limit.ts'
import type { CheckReport } from './report.ts'
import { applyRule, type CheckedWorld, type CheckOptions } from './rule.ts'
import { rules } from './rules.ts'

/**
 * Applies every rule to a world, or the named ones. It reads rows and decodes bytes without
 * knowledge of the code that made them, so that it finds the mistakes of that code.
 * @throws HeapLimitError for all rules of a world that is too large for the heap
 */
export function checkWorld(
  world: CheckedWorld,
  options: CheckOptions = { thorough: false },
): CheckReport {
  if (!options.rules) requireHeapRoom(world)
  // Rules memoise reads by world object. A world that can change therefore gets a new object for
  // each check.
  const still: CheckedWorld = {
    now: world.now,
    all: (statement, bindings) => world.all(statement, bindings),
  }
  const wanted = rules.filter(({ name }) => options.rules?.includes(name) ?? true)
  const reports = wanted.map((rule) => applyRule(rule, still, options))
  return {
    rules: reports,
    violations: reports.reduce((sum, { violations }) => sum + violations.length, 0),
  }
}

import { requireHeapRoom } from './heap-room.ts'
import type { CheckReport } from './report.ts'
import { applyRule, type CheckedWorld, type CheckOptions } from './rule.ts'
import { rules } from './rules.ts'

/**
 * Applies every rule to a world, or those that are named. It reads rows and decodes bytes, and knows
 * nothing of how either was made, so that it finds the mistakes of whoever made them.
 * @throws NoHeapRoom for all rules of a world that is too large for the heap
 */
export function checkWorld(
  world: CheckedWorld,
  options: CheckOptions = { thorough: false },
): CheckReport {
  if (!options.rules) requireHeapRoom(world)
  // Rules remember what they read of a world object; a world that lives is another one each time.
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

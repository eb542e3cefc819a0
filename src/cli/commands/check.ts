import { checkWorld } from '../../check/check-world.ts'
import type { CheckReport } from '../../check/report.ts'
import type { CheckOptions } from '../../check/rule.ts'
import type { Config } from '../../config/config.ts'
import { loadFastKeccak } from '../../formats/keccak.ts'
import { openConfiguredBase } from '../../world/base-cache/configured-base.ts'
import { exitCodes } from '../exit-codes.ts'
import { print } from '../output.ts'
import { progressBar } from '../progress-bar.ts'
import { exitOnSignal } from '../signals.ts'

/** Verifies the world, building it first when the cache has none, and prints a line per rule. */
export async function check(config: Config, options: CheckOptions): Promise<number> {
  const { base } = await exitOnSignal(exitCodes.failed, () =>
    openConfiguredBase(config, progressBar()),
  )
  try {
    await loadFastKeccak()
    const report = checkWorld({ now: base.meta.now, all: base.all }, options)
    await print(reportText(report))
    return report.violations === 0 ? exitCodes.stopped : exitCodes.failed
  } finally {
    base.close()
  }
}

/** Maximum number of printed violations of one rule. */
const maxViolations = 5

/**
 * Formats name, number of checked objects and violations of each rule, with the first few, and
 * totals.
 */
export function reportText({ rules, violations }: CheckReport): string {
  const width = Math.max(...rules.map(({ name }) => name.length))
  const lines = rules.flatMap((rule) => [
    `${rule.name.padEnd(width)}  ${count(rule.checked)} checked  ${count(rule.violations.length)} violations`,
    ...rule.violations
      .slice(0, maxViolations)
      .map(({ ids, text }) => `  ${[...ids, text].join(': ')}`),
    ...(rule.violations.length > maxViolations
      ? [`  and ${rule.violations.length - maxViolations} more`]
      : []),
  ])
  const checked = rules.reduce((sum, rule) => sum + rule.checked, 0)
  return `${lines.join('\n')}\n${rules.length} rules, ${checked} checked, ${violations} violations\n`
}

const count = (number: number): string => String(number).padStart(6)

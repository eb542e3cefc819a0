import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { rules } from '../../src/check/rules.ts'
import { readArguments } from '../../src/cli/arguments.ts'
import { reportText } from '../../src/cli/commands/check.ts'
import { exitCodes } from '../../src/cli/exit-codes.ts'
import { run } from '../../src/cli/run.ts'
import { ConfigError } from '../../src/config/config.ts'

afterEach(() => void vi.restoreAllMocks())

test('the command prints a line per rule and a sum, and ends with 0 when all is well', async () => {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text, ...rest: unknown[]) => {
    lines.push(...String(text).trimEnd().split('\n'))
    const written = rest.at(-1)
    if (typeof written === 'function') written()
    return true
  })
  expect(await run(['check', '--size', 'small'], process.env)).toBe(exitCodes.stopped)
  expect(lines).toHaveLength(rules.length + 1)
  for (const [index, { name }] of rules.entries())
    expect(lines[index]).toMatch(new RegExp(`^${name} +[1-9]\\d* checked +0 violations$`))
  expect(lines.at(-1)).toMatch(/^\d+ rules, \d+ checked, 0 violations$/)
})

test('violations stand below their rule, the first five of them', () => {
  const violations = Array.from({ length: 7 }, (_, i) => ({ ids: [`id${i}`, 'x'], text: 'is odd' }))
  const rule = { name: 'oddity', checked: 9, violations }
  expect(reportText({ rules: [rule], violations: 7 })).toMatchInlineSnapshot(`
    "oddity       9 checked       7 violations
      id0: x: is odd
      id1: x: is odd
      id2: x: is odd
      id3: x: is odd
      id4: x: is odd
      and 2 more
    1 rules, 9 checked, 7 violations
    "
  `)
})

test('--thorough belongs to check alone', () => {
  expect(readArguments(['check', '--thorough'], {}).thorough).toBe(true)
  expect(readArguments(['check'], {}).thorough).toBe(false)
  expect(() => readArguments(['start', '--thorough'], {})).toThrow(ConfigError)
})

test('the page about the self-check names every rule', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/self-check.md'), 'utf8')
  const named = [...page.matchAll(/^\| ([a-z0-9-]+(?:, [a-z0-9-]+)*) \|/gm)].flatMap(
    ([, names = '']) => names.split(', '),
  )
  expect(named.sort()).toEqual(rules.map(({ name }) => name).sort())
  expect(page).toContain(`\n${rules.length} rules, `)
})

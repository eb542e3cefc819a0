import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { definitionIn, runScenario, scenariosIn } from '../../scripts/scenarios-page.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/scenarios.md'), 'utf8')
const { head, scenarios } = scenariosIn(page)
const titled = scenarios.map((scenario) => [scenario.split('\n')[0]?.slice(3), scenario] as const)

test('there are ten scenarios, and each prints something', () => {
  expect(scenarios).toHaveLength(10)
  for (const scenario of scenarios) expect(scenario).toMatch(/^```text\n.+\n```$/ms)
})

// When one differs: npx tsx scripts/write-readme.ts
test.each(titled)('%s: the commands print what the page says', async (_title, scenario) => {
  expect(await runScenario(scenario, definitionIn(head))).toBe(scenario)
})

const stories = readFileSync(join(import.meta.dirname, '../../fixtures/README.md'), 'utf8')

test('the definition in fixtures/README.md makes a consistent world', async () => {
  expect(definitionIn(stories)).toContain('"story"')
  expect(await runScenario(stories, undefined)).toBe(stories)
})

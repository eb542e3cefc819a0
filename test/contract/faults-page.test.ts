import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faultsPage } from '../../scripts/faults-page.ts'
import { withRecipes } from '../../scripts/faults-recipes.ts'
import { root } from '../support/source-files.ts'

const page = readFileSync(join(root, 'docs/faults.md'), 'utf8')

test('docs/faults.md has every field of a rule, from its schema', () => {
  expect(faultsPage(page)).toBe(page)
  expect(page.match(/^\| `[\w.[\]]+` \| .+ \| .+ \|$/gm)?.length).toBeGreaterThan(35)
})

test('each recipe of docs/faults.md prints what the page says', async () => {
  expect(page.match(/^### /gm)).toHaveLength(8)
  expect(await withRecipes(page)).toBe(page)
})

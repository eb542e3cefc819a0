import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withResponses } from '../../scripts/readme-page.ts'
import { cacheFolders } from '../../src/config/cache-folders.ts'
import { options } from '../../src/config/options.ts'
import { worldDefinition } from '../../src/definition/world-definition.ts'
import { createSnowglobe, type Snowglobe } from '../../src/snowglobe.ts'
import { statement } from '../../src/store/statement.ts'
import { openCachedBase } from '../../src/world/base-cache/cache.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await createSnowglobe({ logLevel: 'silent' })
})
afterAll(() => server.close())

test.each(['README.md', 'docs/endpoints.md'])(
  'the responses in %s are what the default world answers',
  async (path) => {
    const page = readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
    expect(page).toMatch(/^```sh\ncurl /m)
    // When this differs: npx tsx scripts/write-readme.ts
    expect(page).toBe(await withResponses(page, server))
  },
)

const tables = statement<Record<string, never>, { name: string }>(
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
)

test('the small and the medium world have about as many rows as --size says', async () => {
  const text = options.find(({ flag }) => flag === 'size')?.help ?? ''
  const [small = 0, usual = 0] = [...text.matchAll(/about ([\d,]*\d)/g)].map(([, number = '']) =>
    Number(number.replace(',', '')),
  )
  const definition = await worldDefinition(undefined)
  for (const [size, about] of [
    ['small', small],
    ['medium', usual],
  ] as const) {
    const base = await openCachedBase(cacheFolders(), { definition, seed: 'snowglobe', size })
    const counts = base
      .all(tables, {})
      .map(({ name }) => `SELECT count(*) AS rows FROM "${name}"`)
      .join(' UNION ALL ')
    const rows = base
      .all(statement<Record<string, never>, { rows: number }>(counts), {})
      .reduce((sum, each) => sum + each.rows, 0)
    base.close()
    expect(Math.abs(rows / about - 1), `${size}: ${rows} rows`).toBeLessThan(0.05)
  }
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withAnswers } from '../../scripts/readme-page.ts'
import { createSnowglobe, type Snowglobe } from '../../src/snowglobe.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await createSnowglobe({ logLevel: 'silent' })
}, 120_000)
afterAll(() => server.close())

test.each(['README.md', 'docs/endpoints.md'])(
  'the answers in %s are what the default world answers',
  async (path) => {
    const page = readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
    expect(page).toMatch(/^```sh\ncurl /m)
    // When this differs: npx tsx scripts/write-readme.ts
    expect(page).toBe(await withAnswers(page, server))
  },
)

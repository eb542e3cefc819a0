import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withAnswers } from '../../scripts/readme-page.ts'
import { createSnowglobe } from '../../src/snowglobe.ts'

test('the answers in the README are what the default world answers', async () => {
  const server = await createSnowglobe({ logLevel: 'silent' })
  const page = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
  // When this differs: npx tsx scripts/write-readme.ts
  expect(page).toBe(await withAnswers(page, server))
  await server.close()
})

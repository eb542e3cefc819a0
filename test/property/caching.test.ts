import { expect, test } from 'vitest'
import { firstDifference } from '../support/caching.ts'

test('cached responses equal fresh ones, whatever happens between requests', async () => {
  expect(await firstDifference(800, 1)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { firstDifference } from '../support/caching.ts'

test('kept answers are those that would be made anew, whatever happens between requests', async () => {
  expect(await firstDifference(800, 1)).toBeUndefined()
})

import { expect, test, vi } from 'vitest'
import { firstDifference } from '../support/keeping.ts'

vi.setConfig({ testTimeout: 60_000 })

test('kept answers are those that would be made anew, whatever happens between requests', async () => {
  expect(await firstDifference(800, 1)).toBeUndefined()
})

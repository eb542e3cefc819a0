import { expect, test } from 'vitest'
import { defaultWorld } from '../../fixtures/default-world.ts'
import { definitionProblems } from '../../src/definition/problems.ts'
import { secondsOf } from '../../src/definition/story.ts'

const funding = { do: 'fund', to: 'ewoq', chain: 'C', amount: '1' } as const
const second = Date.UTC(2025, 11, 31, 22, 30) / 1000

test.each(['2025-12-31T22:30:00Z', '2025-12-31T22:30:00.999Z', '2026-01-01T00:00:00.5+01:30'])(
  'an action at %s happens in the second that has begun then',
  (at) => {
    const action = { ...funding, at }
    expect(definitionProblems({ ...defaultWorld, story: [action] })).toEqual([])
    expect(secondsOf(action, defaultWorld)).toBe(second)
  },
)

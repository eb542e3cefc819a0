import { expect, test } from 'vitest'
import {
  backgroundBlocks,
  backgroundCount,
} from '../../../src/simulator/background/background-count.ts'

const counts = { small: 3, medium: 20 }

test.each([
  ['empty', 0, 0],
  ['small', 3, 3],
  ['medium', 20, 20],
  ['large', 20, 320],
] as const)(
  'a world of the size %s has %i others of what is counted, and %i blocks',
  (size, others, blocks) => {
    expect(backgroundCount(size, counts)).toBe(others)
    expect(backgroundBlocks(size, counts)).toBe(blocks)
  },
)

import { expect, test } from 'vitest'
import { HeapLimitError, requireHeapRoom } from '../../src/check/heap-limit.ts'
import type { CheckedWorld } from '../../src/check/rule.ts'

const worldOf = (transactions: number): CheckedWorld => ({
  now: 0,
  all: () => [{ transactions }] as never,
})

test('a check that the heap has no room for is refused with what it takes', () => {
  expect(() => requireHeapRoom(worldOf(500_000), 4_144e6)).toThrow(HeapLimitError)
  expect(() => requireHeapRoom(worldOf(500_000), 4_144e6)).toThrow(
    'a check of 500000 transactions needs 6000 MB of heap, but Node has 4144 MB: run snowglobe check with NODE_OPTIONS=--max-old-space-size=6000',
  )
})

test('a check that has room is not refused', () => {
  requireHeapRoom(worldOf(500_000), 6_000e6)
  requireHeapRoom(worldOf(6_655), 150e6)
})

import { expect, test } from 'vitest'
import { memoizedPoints } from '../../../src/metrics/series/memoized-points.ts'
import type { World } from '../../../src/world/world.ts'

/** Reads points that tell their time and how many pages have been made. */
function readerOf(world: { revision: number }) {
  const points = memoizedPoints<string>()
  let made = 0
  return (series: string, starts: readonly number[]) =>
    points(world as World, series, starts, () => {
      made++
      return starts.map((start) => `${series}${start} of page ${made}`)
    })
}

test('points are made once for a revision, for each series by itself', () => {
  const world = { revision: 1 }
  const read = readerOf(world)
  expect(read('a', [3, 2])).toEqual(['a3 of page 1', 'a2 of page 1'])
  expect(read('b', [3])).toEqual(['b3 of page 2'])
  expect(read('a', [2, 3])).toEqual(['a2 of page 1', 'a3 of page 1'])
  world.revision = 2
  expect(read('a', [2])).toEqual(['a2 of page 3'])
})

test('a page of which a point is missing is made whole', () => {
  const read = readerOf({ revision: 1 })
  expect(read('a', [2])).toEqual(['a2 of page 1'])
  expect(read('a', [3, 2, 1])).toEqual(['a3 of page 2', 'a2 of page 2', 'a1 of page 2'])
  expect(read('a', [])).toEqual([])
})

test('there are at most 20,000 points, after which all are made again', () => {
  const read = readerOf({ revision: 1 })
  const many = Array.from({ length: 10_000 }, (_, i) => i)
  read('a', many)
  read('b', many)
  expect(read('a', [9])).toEqual(['a9 of page 1'])
  expect(read('b', [10_000])).toEqual(['b10000 of page 3'])
  expect(read('a', [9])).toEqual(['a9 of page 4'])
  expect(read('b', [10_000])).toEqual(['b10000 of page 3'])
  expect(read('b', [9])).toEqual(['b9 of page 5'])
})

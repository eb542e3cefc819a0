import { expect, test } from 'vitest'
import { mergedPage } from '../../../src/data/evm/merged-lists.ts'
import { openPage } from '../../../src/http/rest/page.ts'
import { noScenarios } from '../../../src/world/scenario-view.ts'
import type { World } from '../../../src/world/world.ts'

const world = {
  id: 'w',
  tokenClock: { nowSeconds: () => 1_768_435_200 },
  scenarios: noScenarios,
} as World
const operation = { operationId: 'merged' }

type Item = { timestamp: number; name: string }
const list = (name: string, ...times: number[]): Item[] =>
  times.map((timestamp, i) => ({ timestamp, name: `${name}${i}` }))

/** Walks lists, each newest first, in pages of a size. */
function walk(lists: Item[][], pageSize: number): string[] {
  const names: string[] = []
  let pageToken: string | undefined
  do {
    const page = openPage(world, { operation, filters: [] }, { pageToken, pageSize })
    const { rows, next } = mergedPage(page, ({ until, limit }) =>
      lists.map((items) => items.filter(({ timestamp }) => timestamp <= until).slice(0, limit)),
    )
    names.push(...rows.map(({ name }) => name))
    if (rows.length === 0 && next.nextPageToken) throw new Error('the list does not end')
    pageToken = next.nextPageToken
  } while (pageToken !== undefined)
  return names
}

const now = 1_700_000_000
const lateIn9999 = 253_402_300_000

test.each(
  [now, lateIn9999].flatMap((second) => [1, 2, 3, 100].map((size) => [second, size] as const)),
)(
  'lists that share second %i are merged without loss or double in pages of %i',
  (now, pageSize) => {
    const lists = [
      list('a', now + 1, now, now, now, 0),
      list('b', now, now, now - 1),
      list('c', now + 2, now, 0),
    ]
    expect(walk(lists, pageSize)).toEqual([
      'c0',
      'a0',
      'a1',
      'a2',
      'a3',
      'b0',
      'b1',
      'c1',
      'b2',
      'a4',
      'c2',
    ])
  },
)

test('an item that comes after the first page does not move the later pages', () => {
  const lists = [list('a', now, now, now - 1), list('b', now)]
  const first = openPage(world, { operation, filters: [] }, { pageSize: 2 })
  const { next } = mergedPage(first, () => lists)
  const later = [[{ timestamp: now + 5, name: 'new' }, ...(lists[0] ?? [])], lists[1] ?? []]
  const second = openPage(
    world,
    { operation, filters: [] },
    { pageToken: next.nextPageToken, pageSize: 2 },
  )
  const { rows } = mergedPage(second, ({ until, limit }) =>
    later.map((items) => items.filter(({ timestamp }) => timestamp <= until).slice(0, limit)),
  )
  expect(rows.map(({ name }) => name)).toEqual(['b0', 'a2'])
})

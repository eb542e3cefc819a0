import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClock } from '../../src/clock.ts'
import { type ListScope, openPage } from '../../src/http/page.ts'
import type { World } from '../../src/world/world.ts'

const worldAt = (seconds: number, id = 'world') =>
  ({ id, clock: createClock('frozen', seconds * 1000) }) as World
const scope: ListScope = {
  operation: { operationId: 'list' },
  filters: ['43114', undefined, 7],
  order: 'desc',
}
const now = 1_768_435_200

const tokenFor = (world: World, list: ListScope, seq: number) => {
  const page = openPage(world, list, { pageSize: 1 })
  const token = page.cut([seq, seq - 1], (row) => row).next.nextPageToken
  if (token === undefined) throw new Error('no token')
  return token
}

test('a token is a version 4 UUID and carries its key', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 ** 44 - 1 }),
      fc.integer({ min: 1_577_836_800, max: 1_577_836_800 + 2 ** 30 - 1 }),
      (seq, seconds) => {
        const world = worldAt(seconds)
        const token = tokenFor(world, scope, seq)
        expect(token).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        )
        expect(openPage(world, scope, { pageToken: token, pageSize: 5 }).key).toBe(seq)
      },
    ),
  )
})

test.each([
  ['another operation', { ...scope, operation: { operationId: 'other' } }],
  ['another filter', { ...scope, filters: ['43114', 7, undefined] }],
  ['the other order', { ...scope, order: 'asc' as const }],
])('a token is refused for %s', (_, other) => {
  const world = worldAt(now)
  const pageToken = tokenFor(world, scope, 9)
  expect(() => openPage(world, other, { pageToken, pageSize: 5 })).toThrow('pageToken is not one')
})

test('a token is refused in another world', () => {
  const pageToken = tokenFor(worldAt(now), scope, 9)
  expect(() => openPage(worldAt(now, 'other world'), scope, { pageToken, pageSize: 5 })).toThrow(
    'pageToken is not one',
  )
})

test('the row above the page only proves that more follow', () => {
  const page = openPage(worldAt(now), scope, { pageSize: 2 })
  expect(page.limit).toBe(3)
  expect(page.cut([5, 4], (row) => row)).toEqual({ rows: [5, 4], next: {} })
  expect(page.cut([5, 4, 3], (row) => row)).toMatchObject({
    rows: [5, 4],
    next: { nextPageToken: expect.any(String) },
  })
})

test('a page that ends early goes on after its last row', () => {
  const world = worldAt(now)
  const page = openPage(world, scope, { pageSize: 3 })
  const { rows, next } = page.cut([9, 8, 7, 6], (row) => row, 2)
  expect(rows).toEqual([9, 8])
  expect(openPage(world, scope, { pageToken: next.nextPageToken, pageSize: 3 }).key).toBe(8)
  expect(page.cut([9, 8], (row) => row, 2)).toEqual({ rows: [9, 8], next: {} })
  expect(page.cut([9, 8, 7, 6], (row) => row, 100).rows).toEqual([9, 8, 7])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ListScope, openPage } from '../../../src/http/rest/page.ts'
import { createClock } from '../../../src/time/clock.ts'
import { noScenarios } from '../../../src/world/scenario-view.ts'
import type { World } from '../../../src/world/world.ts'

const worldAt = (seconds: number, id = 'world') =>
  ({
    id,
    tokenClock: createClock({ mode: 'frozen', rate: 1, ms: seconds * 1000 }),
    scenarios: noScenarios,
  }) as Partial<World> as World
const scope: ListScope = {
  operation: { operationId: 'list' },
  filters: ['43114', undefined, 7],
  order: 'desc',
}
const now = 1_768_435_200
/** Of the year 9999. */
const lastSecond = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000

const tokenFor = (world: World, list: ListScope, seq: number) => {
  const page = openPage(world, list, { pageSize: 1 })
  const token = page.cut([seq, seq - 1], (row) => row).next.nextPageToken
  if (token === undefined) throw new Error('no token')
  return token
}

test('a token is a version 4 UUID and carries its key', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      fc.integer({ min: 1_577_836_800, max: lastSecond }),
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
  const { rows, next } = page.cut([9, 8, 7, 6], (row) => row, { max: 2 })
  expect(rows).toEqual([9, 8])
  expect(openPage(world, scope, { pageToken: next.nextPageToken, pageSize: 3 }).key).toBe(8)
  expect(page.cut([9, 8], (row) => row, { max: 2 })).toEqual({ rows: [9, 8], next: {} })
  expect(page.cut([9, 8, 7, 6], (row) => row, { max: 100 }).rows).toEqual([9, 8, 7])
})

test('the first page begins before everything, in either order', () => {
  const keyOf = (order: 'asc' | 'desc') =>
    openPage(worldAt(now), { ...scope, order }, { pageSize: 1 }).key
  expect([keyOf('desc'), keyOf('asc')]).toEqual([Number.MAX_SAFE_INTEGER, -1])
  expect(
    openPage(worldAt(now), { operation: { operationId: 'list' }, filters: [] }, { pageSize: 1 })
      .key,
  ).toBe(Number.MAX_SAFE_INTEGER)
})

test.each([now, Date.UTC(2054, 0, 11) / 1000, lastSecond])(
  'a token of second %i is valid for 24 hours and not a second longer',
  (issued) => {
    const pageToken = tokenFor(worldAt(issued), scope, 9)
    const after = (seconds: number, list: ListScope) =>
      openPage(worldAt(issued + seconds), list, { pageToken, pageSize: 1 }).key
    expect(after(86_400, scope)).toBe(9)
    expect(() => after(86_401, scope)).toThrow('pageToken has expired')
    expect(after(86_400, { ...scope, whenExpired: 'restart' })).toBe(9)
    expect(after(86_401, { ...scope, whenExpired: 'restart' })).toBe(Number.MAX_SAFE_INTEGER)
  },
)

test('the low 53 free bits of a token are the key, the 38 above them the seconds since 1970', () => {
  const seq = 2 ** 52 + 7
  const bits = BigInt(`0x${tokenFor(worldAt(now), scope, seq).replaceAll('-', '')}`)
  // Below the two bits of the variant stand 62 free bits, below the version 12.
  const low = bits & (2n ** 62n - 1n)
  const middle = (bits >> 64n) & (2n ** 12n - 1n)
  const free = ((bits >> 80n) << 74n) | (middle << 62n) | low
  expect(Number(free & (2n ** 53n - 1n))).toBe(seq)
  expect(Number((free >> 53n) & (2n ** 38n - 1n))).toBe(now)
})

test('a token of a list that values order carries the value behind its UUID', () => {
  const world = worldAt(now)
  const amount = 2n ** 256n - 1n
  const page = openPage(world, scope, { pageSize: 1 })
  expect(page.rank).toBe(undefined)
  const { next } = page.cut([9, 8], (row) => row, { rankOf: () => amount })
  const { nextPageToken: token = '' } = next
  expect(token).toMatch(new RegExp(`^[0-9a-f-]{36}\\.${amount}$`))
  expect(openPage(world, scope, { pageToken: token, pageSize: 1 })).toMatchObject({
    key: 9,
    rank: amount,
  })
  expect(openPage(world, scope, { pageToken: tokenFor(world, scope, 9), pageSize: 1 }).rank).toBe(
    undefined,
  )
  // Every character of the value counts, and so does its presence.
  const others = [...token.slice(37)].map((character, i) => {
    const other = character === '1' ? '2' : '1'
    return token.slice(0, 37 + i) + other + token.slice(38 + i)
  })
  for (const pageToken of [
    ...others,
    token.slice(0, 36),
    token.slice(0, 37),
    `${token}1`,
    `${token}A`,
  ])
    expect(() => openPage(world, scope, { pageToken, pageSize: 1 }), pageToken).toThrow(
      'pageToken is not one',
    )
})

test('a token with any other digit is refused', () => {
  const world = worldAt(now)
  const token = tokenFor(world, scope, 9)
  for (const [place, digit] of [...token].entries()) {
    const other =
      digit === '-' ? '0' : digit === 'f' ? '0' : (Number.parseInt(digit, 16) + 1).toString(16)
    const pageToken = token.slice(0, place) + other + token.slice(place + 1)
    expect(() => openPage(world, scope, { pageToken, pageSize: 1 }), pageToken).toThrow(
      'pageToken is not one',
    )
  }
  for (const pageToken of [`${token}0`, `0${token}`, token.toUpperCase()])
    if (pageToken !== token)
      expect(() => openPage(world, scope, { pageToken, pageSize: 1 })).toThrow(
        'pageToken is not one',
      )
})

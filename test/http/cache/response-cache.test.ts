import { expect, test } from 'vitest'
import {
  type CachedResponse,
  createResponseCache,
  type ResponseCache,
} from '../../../src/http/cache/response-cache.ts'
import { jsonPieces } from '../../../src/http/response/json-list.ts'
import type { World } from '../../../src/world/world.ts'

/** The part of a world that names a response. */
const worldAt = (revision: number, second: number) => {
  const state = { revision, second }
  const world = {
    get revision() {
      return state.revision
    },
    tokenClock: { nowSeconds: () => state.second },
  } as World
  return { world, state }
}
/** Keeps the JSON of a response. */
const store = (cache: ResponseCache, version: number, cacheKey: string, response: unknown) =>
  cache.store(version, cacheKey, jsonPieces(response), { hasNextPage: false, source: undefined })
const joined = (body: readonly Uint8Array[]) => Buffer.concat(body).toString()
const megabyte = 1_000_000

test('a response is found again byte for byte, under its own request alone', () => {
  const { world } = worldAt(0, 0)
  const cache = createResponseCache(megabyte)
  const short = { next: 'é€💥', items: [{ a: 1 }, { b: 'ü' }] }
  const long = { ...short, items: Array.from({ length: 999 }, (_, i) => ({ i, text: 'ß€x' })) }
  const responses = [short, long, []]
  for (const [i, response] of responses.entries()) {
    const [version, url] = [cache.versionOf(world, 'documented'), `/v1/things/${i}`]
    expect(cache.find(version, url)).toBeUndefined()
    expect(joined(cache.bodyOf(store(cache, version, url, response)))).toBe(
      JSON.stringify(response),
    )
    for (let again = 0; again < 3; again++) {
      const found = cache.find(version, url) as CachedResponse
      expect(joined(cache.bodyOf(found))).toBe(JSON.stringify(response))
      expect(found.length).toBe(Buffer.byteLength(JSON.stringify(response)))
    }
  }
  expect(cache.find(cache.versionOf(world, 'live'), '/v1/things/0')).toBeUndefined()
})

test('a short response is also one text, a byte a character', () => {
  const { world } = worldAt(0, 0)
  const cache = createResponseCache(megabyte)
  const textOf = (response: unknown) =>
    cache.textOf(store(cache, cache.versionOf(world, 'live'), JSON.stringify(response), response))
  expect(textOf({ items: [{ a: 1 }, { b: 'text' }] })).toBe('{"items":[{"a":1},{"b":"text"}]}')
  expect(textOf({ items: [{ a: 1 }, { b: 'ü€' }] })).toBe('{"items":[{"a":1},{"b":"Ã¼â\x82¬"}]}')
  expect(textOf('x'.repeat(2 * 1024))).toBeUndefined()
})

test('a response in many parts is one text where there is no room to keep it whole', () => {
  const { world } = worldAt(0, 0)
  const version = createResponseCache(megabyte).versionOf(world, 'live')
  const items = Array.from({ length: 20 }, (_, i) => `${i} ${'x'.repeat(700)}`)
  // More than a quarter of the smaller room.
  const mixed = { items: items.filter((_, i) => i % 5 !== 0) }
  for (const [room, isText] of [
    [megabyte, false],
    [44_500, true],
  ] as const) {
    const cache = createResponseCache(room)
    store(cache, version, 'all', { items })
    const { chunks, ranges } = store(cache, version, 'mixed', mixed)
    expect(chunks.partsOf(ranges).length).toBeGreaterThan(3)
    const found = cache.find(version, 'mixed') as CachedResponse
    expect(cache.textOf(found)).toBe(isText ? JSON.stringify(mixed) : undefined)
    expect(joined(cache.bodyOf(found))).toBe(JSON.stringify(mixed))
  }
})

test('a change of the world, another second of its clock and another world end a response', () => {
  const { world, state } = worldAt(3, 10)
  const cache = createResponseCache(megabyte)
  const find = (of: World) => {
    const response = cache.find(cache.versionOf(of, 'live'), '/')
    return response && joined(cache.bodyOf(response))
  }
  const cacheNow = (response: string) => store(cache, cache.versionOf(world, 'live'), '/', response)
  cacheNow('first')
  expect(find(worldAt(3, 10).world)).toBeUndefined()
  expect(find(world)).toBe('"first"')
  state.second = 11
  expect(find(world)).toBeUndefined()
  cacheNow('second')
  state.revision = 4
  expect(find(world)).toBeUndefined()
  state.revision = 3
  state.second = 10
  // A state that comes again is another one: what was between is unknown.
  expect(find(world)).toBeUndefined()
})

test('requested responses stay, others go, and the store stays within its bound', () => {
  const { world } = worldAt(0, 0)
  const cache = createResponseCache(10_000)
  const version = cache.versionOf(world, 'live')
  store(cache, version, 'often', { items: ['x'.repeat(100), 'y'.repeat(100)] })
  for (let i = 0; i < 100; i++) {
    store(cache, version, `once ${i}`, 'z'.repeat(100) + i)
    expect(joined(cache.bodyOf(cache.find(version, 'often') as CachedResponse))).toContain('xxx')
  }
  const found = Array.from({ length: 100 }, (_, i) => i).filter((i) =>
    cache.find(version, `once ${i}`),
  )
  // Each takes more than 300 bytes, with its bytes, its piece and its key.
  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThan(10_000 / 300)
  expect(found.at(-1)).toBe(99)
})

test('what is joined has room of its own: responses of a third of the store stay beside it', () => {
  const { world } = worldAt(0, 0)
  const cache = createResponseCache(megabyte)
  const version = cache.versionOf(world, 'live')
  const ask = (i: number) => {
    const page = { items: itemsFrom(i * 4, 4) }
    const response = cache.find(version, `${i}`) ?? store(cache, version, `${i}`, page)
    expect(joined(cache.bodyOf(response))).toBe(JSON.stringify(page))
    return response
  }
  const pages = Array.from({ length: 120 }, (_, i) => ask(i))
  expect(cache.size().bytes).toBeGreaterThan((1 / 3 + 1 / 5) * megabyte)
  expect(pages.filter(({ whole }) => whole).length).toBeGreaterThan(pages.length / 2)
  ask(120)
  expect(pages.every((response, i) => ask(i) === response)).toBe(true)
})

test('with its joined responses too the store stays within its bound, whatever is requested', () => {
  const { world } = worldAt(0, 0)
  const cache = createResponseCache(megabyte)
  const version = cache.versionOf(world, 'live')
  for (let i = 0; i < 2000; i++) {
    const cacheKey = `${(i * 7) % 500}`
    const page = { items: itemsFrom((i * 7) % 500, 5) }
    const response = cache.find(version, cacheKey) ?? store(cache, version, cacheKey, page)
    expect(joined(cache.bodyOf(response))).toBe(JSON.stringify(page))
    expect(cache.size().bytes).toBeLessThan(1.02 * megabyte)
  }
})

test('a part is made once, and again when the world has changed', () => {
  const { world, state } = worldAt(0, 0)
  const cache = createResponseCache(megabyte)
  const part = (text: string) =>
    Buffer.from(cache.part(world, 'containers', () => Buffer.from(text))).toString()
  expect(part('first')).toBe('first')
  expect(part('second')).toBe('first')
  state.revision = 1
  expect(part('third')).toBe('third')
})

test('pages that overlap share what they have in common', () => {
  const { world } = worldAt(0, 0)
  const items = Array.from({ length: 300 }, (_, i) => ({ i, text: 'x'.repeat(500) }))
  const pages = Array.from({ length: 200 }, (_, from) => items.slice(from, from + 100))
  // By themselves the pages take 10 MB.
  const cache = createResponseCache(2 * megabyte)
  const version = cache.versionOf(world, 'live')
  pages.forEach((page, i) => {
    store(cache, version, `${i}`, { items: page })
  })
  expect(pages.every((_, i) => cache.find(version, `${i}`))).toBe(true)
})

const itemsFrom = (first: number, amount: number) =>
  Array.from({ length: amount }, (_, i) => ({ number: first + i, text: 'x'.repeat(500) }))

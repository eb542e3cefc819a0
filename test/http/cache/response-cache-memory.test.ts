import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createResponseCache, type ResponseCache } from '../../../src/http/cache/response-cache.ts'
import { jsonPieces } from '../../../src/http/response/json-list.ts'
import type { World } from '../../../src/world/world.ts'

// In a process of its own: what other tests leave behind would be collected meanwhile.

const world = { revision: 0, tokenClock: { nowSeconds: () => 0 } } as World
const itemsFrom = (first: number, amount: number) =>
  Array.from({ length: amount }, (_, i) => ({ number: first + i, text: 'x'.repeat(500) }))

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes that are in use when nothing more can be collected. */
async function bytesInUse(): Promise<number> {
  // Buffers that went with what was collected are given back a while later.
  for (let round = 0; round < 5; round++) {
    collect()
    await wait(5)
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

test('the response cache counts the bytes that it takes', async () => {
  const kinds: [string, number, (i: number) => unknown][] = [
    ['answers of one text', 10_000, (i) => `${i} ${'x'.repeat(300)}`],
    ['pages that have nothing in common', 1000, (i) => ({ items: itemsFrom(i * 10, 10) })],
    ['pages that overlap', 3000, (i) => ({ items: itemsFrom((i * 1009) % 1000, 100) })],
  ]
  // Held until the end: what goes meanwhile would be counted for what comes.
  const caches: ResponseCache[] = []
  for (const [kind, amount, responseOf] of kinds) {
    const before = await bytesInUse()
    const cache = createResponseCache(64_000_000)
    caches.push(cache)
    const version = cache.versionOf(world, 'live')
    for (let i = 0; i < amount; i++) {
      const cacheKey = `/v1/things/of/somebody?pageSize=100&pageToken=${i}`
      const fields = { hasNextPage: false, source: undefined }
      cache.store(version, cacheKey, jsonPieces(responseOf(i)), fields)
    }
    const more = (await bytesInUse()) - before
    const { entries: responses, bytes } = cache.size()
    expect(responses, kind).toBe(amount)
    expect(bytes / more, kind).toBeGreaterThan(0.8)
    expect(bytes / more, kind).toBeLessThan(1.25)
  }
  expect(caches).toHaveLength(kinds.length)
})

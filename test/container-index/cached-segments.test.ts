import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultWorld } from '../../fixtures/default-world.ts'
import { type ContainerIndex, viewIndex } from '../../src/container-index/containers.ts'
import { createResponseCache } from '../../src/http/cache/response-cache.ts'
import { contentDigest } from '../../src/store/digests/content-digest.ts'
import { worldStoreOver } from '../../src/store/world-store.ts'
import type { SimulatedWorld } from '../../src/world/simulated-world.ts'
import { worldOver } from '../support/simulated-world.ts'
import { smallWorld } from '../support/small-world.ts'

/** Of each network; all of their indices end at the same position, so that nothing else differs. */
const worlds: SimulatedWorld[] = []
beforeAll(async () => {
  const { file, meta } = await smallWorld()
  for (const nodeNetwork of ['mainnet', 'fuji'] as const) {
    const db = new Database(readFileSync(file))
    db.exec('DELETE FROM container WHERE position > 5')
    const { all, get } = worldStoreOver(db)
    worlds.push(
      worldOver(
        {
          ...{
            file,
            meta,
            all,
            get,
            verify: () => {},
            verifyNext: () => false,
            putBack: () => {},
            close: () => db.close(),
          },
          contentDigest: () => contentDigest(db),
        },
        { definition: defaultWorld, seed: meta.seed, size: 'small' },
        {
          clock: 'frozen',
          pace: 0,
          nodeNetwork,
          dialect: 'auto',
          signing: 'any',
          publicUrl: 'http://localhost:9650',
        },
      ),
    )
  }
})
afterAll(() => {
  for (const world of worlds) world.close()
})

const indices: readonly ContainerIndex[] = [
  { chain: 'P', kind: 'block' },
  { chain: 'X', kind: 'block' },
  { chain: 'X', kind: 'tx' },
  { chain: 'X', kind: 'vtx' },
  { chain: 'C', kind: 'block' },
]
const encodings = ['hex', 'hexnc', 'hexc'].flatMap((encoding) =>
  [true, false].map((hasChecksum) => ({ encoding, hasChecksum })),
)
const ranges = [
  { start: 0, count: 6 },
  { start: 2, count: 3 },
  { start: 5, count: 9 },
]

test('a cached segment is that of its world, chain, kind and encoding', () => {
  const cache = createResponseCache(10_000_000)
  const seen = new Set<string>()
  for (let time = 0; time < 2; time++)
    for (const world of worlds)
      for (const index of indices) {
        const view = viewIndex(world, index, false)
        expect(view.length).toBe(6)
        for (const form of encodings)
          for (const range of ranges) {
            const json = Buffer.concat(view.rangeJson(range, form, cache)).toString()
            expect(json).toBe(Buffer.concat(view.rangeJson(range, form, undefined)).toString())
            seen.add(json)
          }
      }
  expect(seen.size).toBe(worlds.length * indices.length * encodings.length * ranges.length)
})

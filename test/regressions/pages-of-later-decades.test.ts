import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { walkPages } from '../support/pages.ts'
import { startServer } from '../support/server.ts'

/* Page tokens had 30 bits of seconds since 2020 and 44 of keys: both overflowed in 2054. */
const file = join(tmpdir(), `snowglobe-later-decades-${process.pid}.json`)
let server: Snowglobe
beforeAll(async () => {
  writeFileSync(file, JSON.stringify({ now: '2060-01-15T12:00:00Z' }))
  server = await startServer({ definition: file })
})
afterAll(async () => {
  rmSync(file)
  await server?.close()
})

test.each([
  ['/v1/blocks', 'blocks'],
  ['/v1/transactions', 'transactions'],
  ['/v1/networks/mainnet/delegators', 'delegators'],
  ['/v1/networks/fuji/delegators', 'delegators'],
  ['/v2/chains/43114/metrics/txCount?timeInterval=month', 'results'],
])('in a world of 2060 pages of any size have every item once: %s', async (url, list) => {
  const { items } = await walkPages(server, url, list, 100)
  expect(items.length).toBeGreaterThan(1)
  expect((await walkPages(server, url, list, 1)).items).toEqual(items)
})

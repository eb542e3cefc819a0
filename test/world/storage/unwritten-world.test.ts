import { expect, test } from 'vitest'
import { defaultWorld } from '../../../fixtures/default-world.ts'
import { cacheFolders } from '../../../src/config/cache-folders.ts'
import type { AnyBindings, Statement } from '../../../src/store/statement.ts'
import { paces } from '../../../src/time/pace.ts'
import { daySeconds } from '../../../src/time/time-units.ts'
import { openCachedBase } from '../../../src/world/base-cache/cache.ts'
import { highestPace } from '../../../src/world/clock/expected-blocks.ts'
import { initialStateOfBase } from '../../../src/world/storage/initial-state.ts'
import { UnwrittenWorld } from '../../../src/world/storage/unwritten-world.ts'

const settings = { definition: defaultWorld, seed: 'snowglobe', size: 'small' } as const

test('an unwritten world is read once for its next event', async () => {
  const base = await openCachedBase(cacheFolders(), settings)
  let reads = 0
  const counted = {
    ...base,
    all: <Bindings extends AnyBindings, Row>(
      request: Statement<Bindings, Row>,
      with_: Bindings,
    ) => {
      reads++
      return base.all(request, with_)
    },
    get: <Bindings extends AnyBindings, Row>(
      request: Statement<Bindings, Row>,
      with_: Bindings,
    ) => {
      reads++
      return base.get(request, with_)
    },
  }
  const world = new UnwrittenWorld(initialStateOfBase(counted, settings))
  const due = (await world.simulation(paces.calm)).upcoming(10)
  expect(due).toHaveLength(10)
  const first = reads
  expect(first).toBeGreaterThan(10)
  expect((await world.simulation(paces.calm)).upcoming(10)).toEqual(due)
  expect(reads - first).toBeLessThan(first / 2)
  base.close()
})

test('the highest pace of a clock advance counts the chains that have background traffic', () => {
  // P, X, C and an L1 of both networks: 8 chains, 200,000 blocks in all.
  expect(highestPace(defaultWorld, daySeconds)).toBe(25_000)
  expect(highestPace({ ...defaultWorld, evmChains: [] }, daySeconds)).toBe(50_000)
})

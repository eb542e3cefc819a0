import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { defaultWorld } from '../../../fixtures/default-world.ts'
import { cacheFolders } from '../../../src/config/cache-folders.ts'
import { paces } from '../../../src/time/pace.ts'
import { openCachedBase } from '../../../src/world/base-cache/cache.ts'
import { makeWorldDatabase } from '../../../src/world/storage/make-world-database.ts'
import { WritableWorld } from '../../../src/world/storage/writable-world.ts'

const pace = paces.calm
const clock = { mode: 'frozen', now: defaultWorld.now, rate: 1, pace } as const

/** Opens a world of its own over the built small one. */
async function openWorld(): Promise<WritableWorld> {
  const settings = { definition: defaultWorld, seed: 'snowglobe', size: 'small' } as const
  const base = await openCachedBase(cacheFolders(), settings)
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-writable-'))
  const file = join(folder, 'world.sqlite')
  const { id } = base.meta
  const row = { start: id, definition: defaultWorld, clock, isEntryClosed: false }
  makeWorldDatabase(base.file, file, false, row)
  base.close()
  const world = new WritableWorld(file, false, { clockAt: () => clock, committed() {} })
  onTestFinished(() => {
    world.close()
    rmSync(folder, { recursive: true })
  })
  return world
}

const transfer = {
  do: 'transfer',
  from: 'ewoq',
  to: 'alice',
  network: 'mainnet',
  chain: 'P',
} as const
const transfers = Array.from({ length: 200 }, () => ({ ...transfer, amount: '0.001' }))

test('while actions run, the next due event is that of before, though it was not read', async () => {
  const world = await openWorld()
  await world.act(transfers.slice(0, 1), pace, 0)
  const due = (await world.simulation(pace)).nextTime()
  expect(due).toBeGreaterThan(world.now + 1)
  const { head } = world
  const acting = world.act(transfers, pace, 0)
  // A clock that runs would take a world whose next event is unknown for one that is behind.
  await nextTurn()
  expect(world.head).toBe(head)
  expect(world.nextDue(pace)).toBe(due)
  await acting
})

test('head and present are those of the last commit, also after a change that is refused', async () => {
  const world = await openWorld()
  const first = { head: world.head, now: world.now }
  const tooMuch = { ...transfer, amount: '900000000' }
  await expect(world.act([tooMuch], pace, 0)).rejects.toThrow()
  expect({ head: world.head, now: world.now }).toEqual(first)
  const toMs = (first.now + 3600) * 1000
  const reached = await world.advance({ toMs, pace, by: 'request', isStopped: () => false })
  expect({ head: world.head, now: world.now }).toEqual({ head: first.head + 1, now: reached })
  expect(world.entries()).toHaveLength(world.head)
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { liveAtRandom, refuseAtRandom } from '../../support/random-actions.ts'
import { startServer } from '../../support/server.ts'
import { stateOfFiles } from '../../support/state-of-files.ts'

// A few of each; tools/act-at-random.ts does as many as its arguments say.
const seed = 10
const folder = mkdtempSync(join(tmpdir(), 'snowglobe-random-'))
let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ pace: 0, dataDir: folder })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

test('whatever is done or refused, with time in between, the world is consistent', async () => {
  const { done, refused, problems } = await liveAtRandom(server, { sequences: 2, seed })
  expect(problems).toEqual([])
  expect(Math.min(done, refused)).toBeGreaterThan(10)
})

test('what is refused changes neither the world nor a byte of its files', async () => {
  const state = () => stateOfFiles(server, folder)
  expect(await refuseAtRandom(server, { requests: 25, seed, state })).toEqual({
    ...{ done: 0, refused: 25, problems: [] },
  })
  // An eye for changes: what is done has another state.
  const before = await state()
  await server.act({ do: 'fund', to: 'ewoq', chain: 'C', amount: '1' })
  expect(await state()).not.toBe(before)
})

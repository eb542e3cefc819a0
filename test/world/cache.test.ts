import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LifeSettings } from '../../src/simulator/life.ts'
import { openCachedBase } from '../../src/world/cache.ts'
import { tinyWorld } from '../support/tiny-world.ts'

const settings: LifeSettings = { definition: tinyWorld, seed: 'cache', size: 'small' }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'snowglobe-cache-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Opens, closes, and tells whether a world had to be built for it. */
async function isBuilt(folders: string[], wanted = settings): Promise<boolean> {
  let steps = 0
  const base = await openCachedBase(folders, wanted, () => {
    steps += 1
  })
  base.close()
  return steps > 0
}

test('a world is built once, into the first folder, and found in any', async () => {
  const other = join(folder, 'other', 'deep')
  expect(await isBuilt([other])).toBe(true)
  expect(await isBuilt([join(folder, 'empty'), other])).toBe(false)
  expect(readdirSync(folder)).toEqual(['other'])
  expect(readdirSync(other)).toEqual([expect.stringMatching(/^world-[0-9a-f]{32}\.sqlite$/)])
})

test('another seed, size or definition is another file', async () => {
  await isBuilt([folder])
  expect(await isBuilt([folder], { ...settings, seed: 'other' })).toBe(true)
  const definition = { ...tinyWorld, now: '2026-01-16T00:00:00Z' }
  expect(await isBuilt([folder], { ...settings, definition })).toBe(true)
  expect(readdirSync(folder)).toHaveLength(3)
})

test('a damaged base is built again, with the same bytes', async () => {
  await isBuilt([folder])
  const [name = ''] = readdirSync(folder)
  const file = join(folder, name)
  const whole = readFileSync(file)
  for (const damage of [
    () => truncateSync(file, whole.length - 8192),
    () => truncateSync(file, 4096),
    () => truncateSync(file, 0),
    () => writeFileSync(file, 'no database'),
  ]) {
    damage()
    expect(await isBuilt([folder])).toBe(true)
    expect(readFileSync(file).equals(whole)).toBe(true)
  }
})

test('a folder that cannot be written gives way to the next', async () => {
  const blocked = join(folder, 'file')
  writeFileSync(blocked, '')
  const writable = join(folder, 'writable')
  expect(await isBuilt([join(blocked, 'below'), writable])).toBe(true)
  expect(readdirSync(writable)).toHaveLength(1)
  await expect(isBuilt([join(blocked, 'below')])).rejects.toThrow(
    /no folder for built worlds can be written/,
  )
})

test('servers of one process that build the same world at once do not disturb each other', async () => {
  const bases = await Promise.all(
    Array.from({ length: 3 }, () => openCachedBase([folder], settings)),
  )
  expect(new Set(bases.map(({ meta }) => meta.fingerprint)).size).toBe(1)
  for (const base of bases) base.close()
  expect(readdirSync(folder)).toHaveLength(1)
})

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyWorld } from '../../../fixtures/empty-world.ts'
import { generatorVersion } from '../../../src/simulator/generator-version.ts'
import type { WorldSource } from '../../../src/simulator/simulation.ts'
import { tryLock } from '../../../src/world/base-cache/build-lock.ts'
import { openCachedBase } from '../../../src/world/base-cache/cache.ts'
import { tinyWorld } from '../../support/tiny-world.ts'

const settings: WorldSource = { definition: emptyWorld, seed: 'cache', size: 'empty' }
/** Of a world that takes its time, for what happens meanwhile. */
const lasting: WorldSource = { ...settings, definition: tinyWorld, size: 'small' }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'snowglobe-cache-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

const worldsIn = (path: string) => readdirSync(path).filter((name) => name.endsWith('.sqlite'))

function onlyWorldIn(path: string): string {
  const [name = '', ...others] = worldsIn(path)
  expect(others).toEqual([])
  return join(path, name)
}

const digestOf = (file: string) => file.replace(/sqlite$/, 'digest')

/** Opens, closes, and tells whether a world had to be built for it. */
async function isBuilt(folders: string[], wanted = settings, packed?: string): Promise<boolean> {
  let steps = 0
  const count = () => {
    steps += 1
  }
  const base = await openCachedBase(folders, wanted, count, packed)
  base.close()
  return steps > 0
}

test('a world is built once, into a folder that is made for it, with its digest', async () => {
  const other = join(folder, 'other', 'deep')
  expect(await isBuilt([other])).toBe(true)
  expect(await isBuilt([other])).toBe(false)
  expect(readdirSync(folder)).toEqual(['other'])
  expect(readdirSync(other)).toEqual([
    expect.stringMatching(/^world-v\d+-[0-9a-f]{32}\.digest$/),
    expect.stringMatching(/^world-v\d+-[0-9a-f]{32}\.sqlite$/),
  ])
})

test('a world that is packed is unpacked, with the same bytes; a damaged one is built', async () => {
  const [packed, first, second] = (['packed', 'first', 'second'] as const).map((name) =>
    join(folder, name),
  ) as [string, string, string]
  await isBuilt([packed])
  const file = onlyWorldIn(packed)
  const whole = readFileSync(file)
  const archive = `${file}.br`
  // The best quality, which is the default, takes seconds.
  const packedBytes = brotliCompressSync(whole, quick)
  writeFileSync(archive, packedBytes)
  expect(await isBuilt([first], settings, packed)).toBe(false)
  expect(readFileSync(onlyWorldIn(first)).equals(whole)).toBe(true)
  expect(await isBuilt([first], { ...settings, seed: 'other' }, packed)).toBe(true)

  for (const content of [
    packedBytes.subarray(0, -9),
    brotliCompressSync(whole.subarray(0, -4096), quick),
    Buffer.from('no archive'),
  ]) {
    writeFileSync(archive, content)
    expect(await isBuilt([second], settings, packed)).toBe(true)
    expect(readFileSync(onlyWorldIn(second)).equals(whole)).toBe(true)
    rmSync(second, { recursive: true })
  }
})

test('another seed, size or definition is another file', async () => {
  await isBuilt([folder])
  expect(await isBuilt([folder], { ...settings, seed: 'other' })).toBe(true)
  const definition = { ...emptyWorld, now: '2022-03-16T00:00:00Z' }
  expect(await isBuilt([folder], { ...settings, definition })).toBe(true)
  expect(worldsIn(folder)).toHaveLength(3)
})

test('a damaged base is built again, with the same bytes', async () => {
  await isBuilt([folder])
  const file = onlyWorldIn(folder)
  const whole = readFileSync(file)
  for (const damage of [
    () => truncateSync(file, whole.length - 4096),
    () => truncateSync(file, 4096),
    () => truncateSync(file, 0),
    () => writeFileSync(file, 'no database'),
    () => rmSync(file),
    () => rmSync(digestOf(file)),
    () => truncateSync(digestOf(file), 100),
    () => writeFileSync(digestOf(file), ''),
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
  expect(worldsIn(writable)).toHaveLength(1)
  await expect(isBuilt([join(blocked, 'below')])).rejects.toThrow(
    /no folder for built worlds can be written/,
  )
})

test('servers of one process that build the same world at once do not disturb each other', async () => {
  const bases = await Promise.all(
    Array.from({ length: 3 }, () => openCachedBase([folder], lasting)),
  )
  expect(new Set(bases.map(({ meta }) => meta.fingerprint)).size).toBe(1)
  for (const base of bases) base.close()
  expect(worldsIn(folder)).toHaveLength(1)
})

test('the first folder is not left for another while it can be written', async () => {
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  await isBuilt([second])
  expect(await isBuilt([first, second])).toBe(true)
})

test('one builds while the others wait, and only the builder tells of progress', async () => {
  const builders = await Promise.all([1, 2, 3].map(() => isBuilt([folder], lasting)))
  expect(builders.filter((hasBuilt) => hasBuilt)).toHaveLength(1)
})

test('worlds that are built at the same time do not mix', async () => {
  const other = { ...lasting, seed: 'other' }
  const fingerprintOf = async (path: string, wanted: WorldSource) => {
    const base = await openCachedBase([join(folder, path)], wanted)
    base.close()
    return base.meta.fingerprint
  }
  const alone = [await fingerprintOf('a', lasting), await fingerprintOf('b', other)]
  expect(alone[0]).not.toBe(alone[1])
  expect(
    await Promise.all([fingerprintOf('together', lasting), fingerprintOf('together', other)]),
  ).toEqual(alone)
})

test('a world under the name of another is built again', async () => {
  await isBuilt([folder])
  const file = onlyWorldIn(folder)
  const elsewhere = join(folder, 'elsewhere')
  await isBuilt([elsewhere], { ...settings, seed: 'other' })
  const other = onlyWorldIn(elsewhere)
  renameSync(other, file)
  expect(await isBuilt([folder])).toBe(true)
  await isBuilt([elsewhere], { ...settings, seed: 'other' })
  renameSync(other, file)
  renameSync(digestOf(other), digestOf(file))
  expect(await isBuilt([folder])).toBe(true)
})

test('a folder that others can write, in a world-writable place, is neither read nor used', async () => {
  const everybodys = join(folder, 'tmp')
  mkdirSync(everybodys)
  chmodSync(everybodys, 0o1777)
  const theirs = join(everybodys, 'snowglobe')
  await isBuilt([theirs])
  expect(statSync(theirs).mode & 0o777).toBe(0o700)
  expect(await isBuilt([theirs])).toBe(false)
  chmodSync(theirs, 0o777)
  await expect(isBuilt([theirs])).rejects.toThrow(/no folder for built worlds can be written/)
  chmodSync(theirs, 0o755)
  expect(await isBuilt([theirs])).toBe(false)
})

test('something else under the name of a world is refused before the build', async () => {
  await isBuilt([folder])
  const file = onlyWorldIn(folder)
  for (const obstruct of [() => mkdirSync(file), () => execFileSync('mkfifo', [file])]) {
    rmSync(file, { recursive: true })
    obstruct()
    let steps = 0
    const opened = openCachedBase([folder], settings, () => {
      steps += 1
    })
    await expect(opened).rejects.toThrow(`${file} is not a regular file; remove it`)
    expect(steps).toBe(0)
  }
})

test('a build removes worlds of older generators and what dead builders left, nothing else', async () => {
  const digits = 'ab'.repeat(16)
  const older = `world-v${generatorVersion - 1}-${digits}`
  const newer = `world-v${generatorVersion + 1}-${digits}`
  const [dead, alive] = [
    `world-v${generatorVersion}-${digits}`,
    `world-v${generatorVersion}-${'cd'.repeat(16)}`,
  ]
  for (const name of [
    `world-${digits}.sqlite`,
    `${older}.sqlite`,
    `${older}.digest`,
    `${older}.building`,
    `${newer}.sqlite`,
    `${newer}.building`,
    `${dead}.building`,
    `${alive}.building`,
    'notes.txt',
  ])
    writeFileSync(join(folder, name), '')
  const lock = tryLock(join(folder, `${alive}.lock`))
  const before = new Set(readdirSync(folder))
  await isBuilt([folder])
  lock?.release()
  expect(
    readdirSync(folder)
      .filter((name) => before.has(name))
      .sort(),
  ).toEqual([`${newer}.sqlite`, `${alive}.building`, 'notes.txt'].sort())
})

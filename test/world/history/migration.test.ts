import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { connect } from '../../../src/control/client/connect.ts'
import type { WorldMethods } from '../../../src/control/client/control-methods.ts'
import { startCommand, startServerProcess } from '../../support/command.ts'
import { usePersistentFolder } from '../../support/persistent-folder.ts'
import { violationsIn } from '../../support/violations-in.ts'

const place = usePersistentFolder()

const start = () => startServerProcess(['--data-dir', place.dataDir])

const run = (command: 'start' | 'migrate', ...more: string[]) => {
  const port = command === 'start' ? ['--port', '0'] : []
  return startCommand([command, '--size', 'small', ...port, '--data-dir', place.dataDir, ...more])
    .ended
}

const gift = { do: 'fund', to: 'ewoq', chain: 'X', amount: '2.5' } as const

/** All stored state, without its size on the disk. */
async function storedState(world: WorldMethods) {
  const { worlds } = await world.worlds.list()
  const reported = async (one: WorldMethods) => ({ ...(await one.world()), file: undefined })
  return {
    worlds: worlds.map(({ bytes: _, ...rest }) => rest),
    default: await reported(world),
    copied: await reported(world.in('copied')),
    empty: await reported(world.in('empty')),
    snapshots: await world.snapshots.list(),
    export: await world.export(),
  }
}

/** A folder with a log, a snapshot and two named worlds, whose process was killed. */
async function exit(dataDir: string) {
  const server = await startServerProcess(['--data-dir', dataDir])
  const world = connect(server.url)
  await world.clock.advance('2h')
  await world.snapshots.save('early')
  await world.act(gift)
  await world.clock.set({ pace: 7 })
  await world.worlds.create('copied', { from: { snapshot: 'early' } })
  await world.in('copied').act(gift)
  await world.worlds.create('empty')
  const before = await storedState(world)
  server.child.kill('SIGKILL')
  await server.ended
  return before
}

const template = mkdtempSync(join(tmpdir(), 'snowglobe-left-'))
afterAll(() => rmSync(template, { recursive: true }))
let left: ReturnType<typeof exit> | undefined

/** Puts such a folder into place: it takes seconds to make, so it is made once. */
async function writeFolder() {
  left ??= exit(join(template, 'data'))
  const before = await left
  cpSync(join(template, 'data'), place.dataDir, { recursive: true })
  return before
}

const databases = () => filesBelow(place.dataDir).filter((name) => name.endsWith('.sqlite'))

const filesBelow = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((name) => statSync(name).isFile())
    .sort()

/** Files that hold nothing of a world: those of readers and of killed processes. */
const isPassing = (name: string) => name.endsWith('-shm') || name.endsWith('/lock')

const contentOf = (path: string) =>
  filesBelow(path)
    .filter((name) => !isPassing(name))
    .map((name) => [name, createHash('sha256').update(readFileSync(name)).digest('hex')])

/** Lets the folder be one that version 3 of the generator made. */
function makeOlder() {
  for (const file of databases()) {
    const db = new Database(file)
    db.exec(`UPDATE own SET start = '${'3'.repeat(64)}' WHERE start = (SELECT id FROM meta)`)
    db.exec(`UPDATE meta SET generator_version = 3, id = '${'3'.repeat(64)}'`)
    db.close()
  }
  for (const file of filesBelow(place.dataDir)) {
    if (!/snapshots.[^/]+\.json$/.test(file)) continue
    const snapshot = JSON.parse(readFileSync(file, 'utf8'))
    snapshot.document.generatorVersion = 3
    writeFileSync(file, JSON.stringify(snapshot))
  }
}

test('migrate makes of a folder of another version the same worlds, and keeps those before', async () => {
  const before = await writeFolder()
  makeOlder()
  const refused = await run('start')
  expect(refused.code).toBe(4)
  expect(refused.stderr).toMatch(
    /has generator version 3, this release has \d+; run snowglobe migrate/,
  )

  const { code, stdout, stderr } = await run('migrate')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain(`the old worlds are in ${join(place.dataDir, 'worlds.before')}`)

  const server = await start()
  const world = connect(server.url)
  expect(await storedState(world)).toEqual(before)
  await world.snapshots.restore('early')
  expect(await world.world()).toMatchObject({ head: 1, now: '2026-01-15T02:00:00Z' })
  expect((await world.in('copied').reset()).world.head).toBe(1)
  await world.in('copied').act(gift)
  const { now } = await world.in('copied').world()
  expect(violationsIn(place.dataDir, now, 'copied')).toBe(0)
})

test('what a named world began with is of this version, or the start is refused', async () => {
  const server = await start()
  const world = connect(server.url)
  await world.clock.advance('2h')
  await world.worlds.create('copied', { from: 'default' })
  await world.reset(['world'])
  server.child.kill('SIGTERM')
  await server.ended
  makeOlder()
  expect(databases()).toEqual([join(place.dataDir, 'worlds/copied/origin.sqlite')])
  const { code, stderr } = await run('start')
  expect(stderr).toMatch(/copied\/origin\.sqlite has generator version 3, /)
  expect(code).toBe(4)
})

test('an entry that is refused is named, and the folder stays as it is', async () => {
  await writeFolder()
  makeOlder()
  const db = new Database(join(place.dataDir, 'worlds/default/world.sqlite'))
  db.exec(`UPDATE log SET entry = replace(entry, '"2.5"', '"999999999999"') WHERE seq = 2`)
  db.close()
  const before = contentOf(place.dataDir)
  const { code, stderr } = await run('migrate')
  expect(stderr).toMatch(/worlds\/default\/world\.sqlite: entry 1 of the log: /)
  expect(code).toBe(4)
  expect(contentOf(place.dataDir)).toEqual(before)
})

test('migrate leaves alone what is of this version, of another seed, or not there', async () => {
  expect(await run('migrate')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining(place.dataDir),
  })
  await writeFolder()
  const before = contentOf(place.dataDir)
  expect(await run('migrate')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('nothing to do: all worlds in '),
  })
  expect(contentOf(place.dataDir)).toEqual(before)

  makeOlder()
  const older = contentOf(place.dataDir)
  const { code, stderr } = await run('migrate', '--seed', 'other')
  expect(stderr).toContain('was created with --seed snowglobe --size small')
  expect(code).toBe(4)
  expect(contentOf(place.dataDir)).toEqual(older)
  expect(await startCommand(['migrate']).ended).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('migrate needs --data-dir'),
  })
})

test('a folder of another size is migrated with the definition of that size, each world with its own', async () => {
  const size = ['--size', 'empty']
  const server = await startServerProcess(['--data-dir', place.dataDir, ...size])
  const world = connect(server.url)
  await world.clock.advance('2h')
  await world.worlds.create('fuller', { size: 'small' })
  await world.in('fuller').clock.advance('1h')
  const reported = async (of: WorldMethods) => {
    const { file: _, ...rest } = await of.world()
    return rest
  }
  const before = [await reported(world), await reported(world.in('fuller'))]
  server.child.kill('SIGKILL')
  await server.ended
  makeOlder()

  const migrated = await startCommand(['migrate', '--data-dir', place.dataDir, ...size]).ended
  expect(migrated).toMatchObject({ code: 0, stderr: '' })
  const again = connect((await startServerProcess(['--data-dir', place.dataDir, ...size])).url)
  expect([await reported(again), await reported(again.in('fuller'))]).toEqual(before)
  expect((await again.in('fuller').reset()).world).toMatchObject({ head: 0, size: 'small' })
})

test('a start finishes what a migration began that was killed between two names', async () => {
  const before = await writeFolder()
  renameSync(join(place.dataDir, 'worlds'), join(place.dataDir, 'worlds.next'))
  expect(await storedState(connect((await start()).url))).toEqual(before)
})

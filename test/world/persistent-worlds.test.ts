import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { connect } from '../../src/control/client/connect.ts'
import type { WorldMethods } from '../../src/control/client/control-methods.ts'
import { startCommand, startServerProcess } from '../support/command.ts'
import { killAnywhere } from '../support/kill-anywhere.ts'
import { usePersistentFolder } from '../support/persistent-folder.ts'
import { startServer } from '../support/server.ts'
import { violationsIn } from '../support/violations-in.ts'

const place = usePersistentFolder()

const start = (...more: string[]) => startServerProcess(['--data-dir', place.dataDir, ...more])

/** A start that fails: its exit code and what it says. */
async function refusedStart(...more: string[]) {
  const args = ['--size', 'small', '--port', '0', '--data-dir', place.dataDir, ...more]
  const { code, stderr } = await startCommand(args).ended
  return { code, stderr }
}

const kill = async (server: Awaited<ReturnType<typeof start>>) => {
  server.child.kill('SIGKILL')
  await server.ended
}

/** Paths and digests of every file below a folder. */
const contentOf = (path: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(path, { recursive: true, encoding: 'utf8' })
      .sort()
      .filter((name) => statSync(join(path, name)).isFile())
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(path, name)))
          .digest('hex'),
      ]),
  )

const gift = { do: 'fund', to: 'ewoq', chain: 'X', amount: '2.5' } as const

/** All stored state, as the control plane describes it. */
const persistent = async (world: WorldMethods) => ({
  worlds: await world.worlds.list(),
  default: await world.world(),
  snapshots: await world.snapshots.list(),
  other: await world.in('other').world(),
  export: await world.export(),
})

test('a server that was killed goes on with log, clock, snapshots and worlds as they were', async () => {
  const first = await start()
  const world = connect(first.url)
  await world.clock.advance('2h')
  await world.snapshots.save('early')
  await world.act(gift)
  await world.clock.set({ pace: 7, rate: 2 })
  await world.worlds.create('other', { from: { snapshot: 'early' } })
  await world.in('other').clock.advance('3h')
  const before = await persistent(world)
  await kill(first)
  const making = join(place.dataDir, 'world.making')
  mkdirSync(making)
  writeFileSync(join(making, 'origin.sqlite'), 'half a world')

  const again = connect((await start()).url)
  expect(existsSync(making)).toBe(false)
  const after = await persistent(again)
  expect(after).toEqual(before)
  expect(after.default).toMatchObject({
    head: 2,
    clock: { mode: 'frozen', now: '2026-01-15T02:00:00Z', rate: 2, pace: 7 },
    file: { kept: true },
  })
  expect(after.other).toMatchObject({ head: 2, now: '2026-01-15T05:00:00Z' })

  // It goes on as one that was never ended.
  const unbroken = await startServer()
  try {
    await unbroken.clock.advance('2h')
    await unbroken.act(gift)
    await unbroken.clock.set({ pace: 7 })
    await unbroken.clock.advance('12h')
    await again.clock.advance('12h')
    const { fingerprint } = await unbroken.world()
    expect(await again.world()).toMatchObject({ head: 3, fingerprint })
    await again.snapshots.restore('early')
    expect(await again.world()).toMatchObject({ head: 1, now: '2026-01-15T02:00:00Z' })
  } finally {
    await unbroken.close()
  }
})

test('a start takes the time and the mode that were set last, whatever --clock says', async () => {
  const first = await start('--clock', 'running')
  const world = connect(first.url)
  await world.clock.set({ now: '2026-01-15T06:00:00Z', mode: 'frozen' })
  first.child.kill('SIGTERM')
  expect((await first.ended).code).toBe(0)
  const { mode, now } = await connect((await start('--clock', 'running')).url).clock.get()
  expect(mode).toBe('frozen')
  const after = Date.parse(now) - Date.parse('2026-01-15T06:00:00Z')
  expect(after).toBeGreaterThanOrEqual(0)
  expect(after).toBeLessThan(60_000)
})

test('a running clock goes on from the time that it showed, about a second less after a kill', async () => {
  const hourMs = 3_600_000
  const args = ['--size', 'small', '--pace', '0']
  const first = await start(...args)
  const world = connect(first.url)
  // The messages of the first two hours arrive before; then nothing is due for three days.
  await world.clock.advance('4h')
  const beginMs = Date.parse((await world.clock.set({ mode: 'running', rate: 3600 })).now)
  const passedMs = async () => Date.parse((await world.clock.get()).now) - beginMs
  await expect.poll(passedMs, { interval: 200, timeout: 20_000 }).toBeGreaterThan(5 * hourMs)
  const shownMs = await passedMs()
  await kill(first)

  // Processes without requests leave it as it is.
  const silent = await start(...args)
  await sleep(1500)
  await kill(silent)
  const ended = await start(...args)
  ended.child.kill('SIGTERM')
  await ended.ended

  const again = connect((await start(...args)).url)
  const { now, mode } = await again.clock.get()
  expect(mode).toBe('running')
  expect(Date.parse(now) - beginMs).toBeGreaterThan(shownMs - 2 * hourMs)
})

test('a reset leaves what a fresh folder has, and the marker of the index', async () => {
  const first = await start()
  const world = connect(first.url)
  const fresh = await world.world()
  await world.clock.advance('1h')
  await world.snapshots.save()
  await world.worlds.create('other')
  expect((await world.reset()).world).toEqual(fresh)
  await kill(first)
  const again = connect((await start()).url)
  expect(await again.world()).toEqual(fresh)
  expect(await again.worlds.list()).toMatchObject({ worlds: [{ name: 'default' }] })
  expect(existsSync(join(place.dataDir, 'index-marker.json'))).toBe(true)
})

test('whatever was acknowledged survives kills while it is written, and the world is consistent', async () => {
  // Much is written; below it lies little, which the checks would read each time.
  const args = ['--size', 'empty', '--pace', '96']
  const wish = { kills: 4, seed: 'test', maxMs: 1000, args }
  let rounds = 0
  for await (const seen of killAnywhere(place.dataDir, wish)) {
    rounds++
    expect(seen).toMatchObject({ violations: 0, lost: [] })
    expect(seen.found).toBeGreaterThanOrEqual(seen.acknowledged)
  }
  expect(rounds).toBe(4)
})

test('a second process on the folder ends with 4, and the first goes on', async () => {
  const first = await start()
  await connect(first.url).clock.advance('1h')
  const before = readdirSync(place.dataDir).sort()
  const { code, stderr } = await refusedStart()
  expect(code).toBe(4)
  expect(stderr).toBe(
    `snowglobe: ${place.dataDir} is in use by another process; stop it, or use another --data-dir\n`,
  )
  expect(readdirSync(place.dataDir).sort()).toEqual(before)
  expect((await connect(first.url).clock.advance('1h')).head).toBe(2)
})

const worldPath = () => join(place.dataDir, 'worlds/default/world.sqlite')

test('a damaged default world ends the start with 4 and is not touched', async () => {
  const first = await start()
  const world = connect(first.url)
  await world.clock.advance('1h')
  first.child.kill('SIGTERM')
  await first.ended
  const whole = readFileSync(worldPath())
  const page = Buffer.from(whole)
  page.fill(0xff, 4096 * 80, 4096 * 84)
  const header = Buffer.from(whole)
  header[3] = (header[3] ?? 0) ^ 0x10
  for (const damage of [
    () => truncateSync(worldPath(), whole.length - 4096 * 6),
    () => truncateSync(worldPath(), 100),
    () => truncateSync(worldPath(), 0),
    () => writeFileSync(worldPath(), 'no database'),
    () => writeFileSync(worldPath(), page),
    () => writeFileSync(worldPath(), header),
  ]) {
    damage()
    const before = contentOf(place.dataDir)
    const { code, stderr } = await refusedStart()
    expect(stderr).toContain(' is damaged: ')
    expect(code).toBe(4)
    expect(contentOf(place.dataDir)).toEqual(before)
    writeFileSync(worldPath(), whole)
  }
  expect((await connect((await start()).url).world()).head).toBe(1)
})

test('a world that began with another seed ends the start with 4 and is not touched', async () => {
  const first = await start()
  await connect(first.url).clock.advance('1h')
  first.child.kill('SIGTERM')
  await first.ended
  const before = contentOf(place.dataDir)
  const { code, stderr } = await refusedStart('--seed', 'other')
  expect(code).toBe(4)
  expect(stderr).toContain('was created with another --seed, --size or --definition')
  expect(contentOf(place.dataDir)).toEqual(before)
})

test('a world of an older generator ends the start with 4, untouched, and a hint', async () => {
  const first = await start()
  await connect(first.url).clock.advance('1h')
  first.child.kill('SIGTERM')
  await first.ended
  const db = new Database(worldPath())
  db.exec('UPDATE meta SET generator_version = 1; PRAGMA journal_mode = DELETE')
  db.close()
  const before = contentOf(place.dataDir)
  const { code, stderr } = await refusedStart()
  expect(code).toBe(4)
  expect(stderr).toContain('has generator version 1, ')
  expect(stderr).toContain('use another --data-dir, or use the release that wrote it')
  expect(contentOf(place.dataDir)).toEqual(before)
})

test('what a killed process left of temporary worlds is removed by a later start, others stay', async () => {
  const env = { TMPDIR: place.folder }
  const startHere = () => startServerProcess([], { env })
  const foldersHere = () =>
    readdirSync(place.folder).filter((name) => name.startsWith('snowglobe-w'))
  const dead = await startHere()
  await connect(dead.url).clock.advance('1h')
  const [left] = foldersHere()
  await kill(dead)
  expect(foldersHere()).toEqual([left])

  const alive = await startHere()
  expect(foldersHere()).toEqual([])
  await connect(alive.url).clock.advance('1h')
  const [used] = foldersHere()
  const third = await startHere()
  expect(foldersHere()).toEqual([used])
  expect((await connect(alive.url).clock.advance('1h')).head).toBe(2)
  for (const server of [alive, third]) {
    server.child.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
  }
  expect(foldersHere()).toEqual([])
})

test('a full disk refuses a change and leaves the world as it was', async () => {
  const size = ['--size', 'empty']
  const first = await start(...size)
  await connect(first.url).clock.advance('1h')
  await kill(first)
  // A file may not grow much beyond what it takes until here: 512-byte blocks.
  const blocks = Math.ceil((statSync(worldPath()).size + 300_000) / 512)
  const shell = `trap "" XFSZ; ulimit -f ${blocks}; exec "$@"`
  const server = await startServerProcess(['--data-dir', place.dataDir, ...size], { shell })
  const world = connect(server.url)
  expect((await world.clock.advance('1h')).head).toBe(2)
  await world.clock.set({ pace: 720 })
  const error = await world.clock.advance('20d').then(
    () => undefined,
    (thrown) => thrown,
  )
  expect(error).toMatchObject({ code: 'no_space' })
  const { head, now } = await world.world()
  expect(violationsIn(place.dataDir, now)).toBe(0)
  await kill(server)
  const again = connect((await start(...size)).url)
  expect(await again.world()).toMatchObject({ head, now })
  expect((await again.clock.advance('1h')).head).toBe(head + 1)
})

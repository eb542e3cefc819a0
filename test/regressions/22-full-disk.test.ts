import { execFileSync } from 'node:child_process'
import fs, { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterEach, expect, test } from 'vitest'
import { connect } from '../../src/control/client/connect.ts'
import { createSnowglobe } from '../../src/snowglobe.ts'
import { startServerProcess } from '../support/command.ts'
import { usePersistentFolder } from '../support/persistent-folder.ts'

const place = usePersistentFolder()

const gift = {
  do: 'fund',
  to: 'P-avax1slt2dhfu6a6qezcn5sgtagumq8ag8we75f84sw',
  chain: 'P',
  amount: '5.5',
} as const

const refusal = (request: Promise<unknown>) =>
  request.then(
    () => 'answered',
    ({ code, message, details }) => ({ code, message, details }),
  )

const noSpace = (folder: string) => ({
  code: 'no_space',
  message: expect.stringMatching(
    /^no space left to write .* Free some space, .* repeat the request$/,
  ),
  details: { folder: expect.stringContaining(folder) },
})

/*
 * A disk that is full for this process: SQLite refuses to commit, as it does then, and Node to
 * write files and copies.
 */
const statements: Pick<Database.Statement, 'run'> = Object.getPrototypeOf(
  new Database(':memory:').prepare('SELECT 1'),
)
const { run } = statements
const { writeFileSync: write, copyFileSync: copy } = fs

let refusedWrites = 0

function fillDisk(): void {
  statements.run = function (this: Database.Statement, ...bindings: unknown[]) {
    if (this.source === 'COMMIT')
      throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
    return run.apply(this, bindings)
  }
  const refuse = (path: unknown) => {
    refusedWrites++
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', path })
  }
  fs.writeFileSync = refuse
  fs.copyFileSync = (_source, target) => refuse(target)
  syncBuiltinESMExports()
}

function freeDisk(): void {
  statements.run = run
  fs.writeFileSync = write
  fs.copyFileSync = copy
  syncBuiltinESMExports()
}
afterEach(freeDisk)

test('a full disk refuses changes by no_space, and everything works when there is space again', async () => {
  const warnings: string[] = []
  const server = await createSnowglobe({
    ...{ size: 'empty', dataDir: place.dataDir, logLevel: 'silent' },
    warn: (text) => warnings.push(text),
  })
  const ready = async () => {
    const { statusCode, body } = await server.inject('/_admin/ready')
    return { status: statusCode, ...JSON.parse(body) }
  }
  try {
    await server.clock.advance('1h')
    await server.snapshots.save('before')
    const before = await server.world()
    const document = await server.export()
    fillDisk()
    for (const change of [
      () => server.act(gift),
      () => server.clock.advance('30d'),
      () => server.clock.set({ pace: 20 }),
      () => server.blocks({ chain: 'C', count: 2 }),
      () => server.import(document),
      () => server.snapshots.save('full'),
      () => server.snapshots.restore('before'),
    ])
      expect(await refusal(change())).toEqual(noSpace(join(place.dataDir, 'worlds/default')))
    for (const wish of [{}, { from: 'default' as const }])
      expect(await refusal(server.worlds.create('other', wish))).toEqual(noSpace(place.dataDir))
    const overHttp = await server.inject({
      method: 'POST',
      url: '/_admin/actions',
      payload: JSON.stringify(gift),
    })
    expect(overHttp.statusCode).toBe(507)

    // Reads go on, a world that a request names for the first time cannot be written.
    expect(await server.world()).toEqual(before)
    expect((await server.inject('/v1/chains/43114')).statusCode).toBe(200)
    const named = await server.inject({
      url: '/v1/chains/43114',
      headers: { 'x-snowglobe-world': 'other' },
    })
    expect({ status: named.statusCode, ...named.json() }).toMatchObject({
      status: 503,
      message: 'The disk of the server has no space left; free space there and repeat the request',
    })
    expect(await server.snapshots.list()).toMatchObject({ snapshots: [{ name: 'before' }] })
    expect(await server.worlds.list()).toMatchObject({ worlds: [{ name: 'default' }] })
    const full = { status: 503, reason: 'the disk is full: worlds can be read, not changed' }
    expect(await ready()).toMatchObject({ ...full, status: 'error' })
    // The server tries again to write a file, and is as it was.
    const before503 = refusedWrites
    await expect
      .poll(async () => (await ready()).status === 'error' && refusedWrites)
      .toBeGreaterThan(before503)
    expect(await ready()).toMatchObject({ ...full, status: 'error' })
    expect((await server.inject('/_admin/live')).statusCode).toBe(200)

    freeDisk()
    await expect.poll(ready).toEqual({ status: 'ok' })
    expect(await server.act(gift)).toMatchObject({ head: before.head + 1 })
    await server.snapshots.save('full')
    await server.worlds.create('other', { from: 'default' })
    await server.import(document)
    expect(await server.world()).toEqual(before)
    expect((await server.check()).violations).toBe(0)
    expect(warnings).toEqual([
      expect.stringMatching(/^no space left to write /),
      expect.stringMatching(/ has space again$/),
    ])
  } finally {
    freeDisk()
    await server.close()
  }
})

test('on a full disk a clock that runs keeps no read waiting or failing, and catches up later', async () => {
  const server = await createSnowglobe({
    ...{ size: 'empty', pace: 240, clock: 'running', dataDir: place.dataDir },
    ...{ logLevel: 'silent', warn: () => {} },
  })
  try {
    await server.clock.set({ rate: 3600 })
    fillDisk()
    const ready = async () => (await server.inject('/_admin/ready')).statusCode
    // A read notices that a block is due, and that it has no space.
    do {
      expect((await server.inject('/v1/chains/43114/blocks')).statusCode).toBe(200)
      await wait(20)
    } while ((await ready()) === 200)
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await server.inject('/v1/chains/43114/blocks')).statusCode).toBe(200)
      await wait(20)
    }
    expect(await ready()).toBe(503)
    const { head, networks } = await server.world()
    freeDisk()
    await expect.poll(ready).toBe(200)
    await server.clock.set({ mode: 'frozen' })
    const after = await server.world()
    expect(after.head).toBeGreaterThanOrEqual(head)
    expect(after.networks.mainnet.C?.height).toBeGreaterThan(networks.mainnet.C?.height ?? 0)
    expect((await server.check()).violations).toBe(0)
  } finally {
    freeDisk()
    await server.close()
  }
})

test('a server on a full disk ends, and keeps what was committed', async () => {
  const options = {
    ...({ size: 'empty', dataDir: place.dataDir, logLevel: 'silent' } as const),
    warn: () => {},
  }
  const server = await createSnowglobe(options)
  await server.clock.advance('1h')
  const { file: _, ...before } = await server.world()
  fillDisk()
  await server.close()
  freeDisk()
  const again = await createSnowglobe(options)
  expect(await again.world()).toMatchObject(before)
  await again.close()
})

/** A file system of 8 MB, where this user may mount one; undefined elsewhere. */
function smallDisk(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
}

test('on a file system that is full, nothing is lost and reads go on', async (context) => {
  const disk = smallDisk()
  if (disk === undefined) return context.skip()
  const filler = join(disk, 'filler')
  const dataDir = join(disk, 'data')
  mkdirSync(dataDir)
  const server = await startServerProcess(['--size', 'empty', '--data-dir', dataDir])
  try {
    const world = connect(server.url)
    await world.clock.advance('1h')
    const { file: _, ...before } = await world.world()
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(filler, Buffer.alloc(bavail * bsize))
    expect(await refusal(world.clock.advance('30d'))).toEqual(noSpace('worlds/default'))
    expect(await refusal(world.snapshots.save('full'))).toEqual(noSpace('worlds/default'))
    expect(await refusal(world.worlds.create('other'))).toEqual(noSpace('worlds/other'))
    expect((await fetch(`${server.url}/_admin/ready`)).status).toBe(503)
    expect(await world.world()).toMatchObject(before)
    rmSync(filler)
    expect(await world.act(gift)).toMatchObject({ head: before.head + 1 })
    expect((await fetch(`${server.url}/_admin/ready`)).status).toBe(200)
    expect((await world.check()).violations).toBe(0)
    server.child.kill('SIGTERM')
    const { code, stderr } = await server.ended
    expect(code).toBe(0)
    expect(stderr).toMatch(
      /^snowglobe: warning: no space left .*\nsnowglobe: warning: .* has space again\n/m,
    )
  } finally {
    server.child.kill('SIGKILL')
    await server.ended
    execFileSync('umount', [disk])
    rmSync(disk, { recursive: true })
  }
})

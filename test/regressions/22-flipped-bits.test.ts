import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { cacheFolders } from '../../src/config/cache-folders.ts'
import { connect } from '../../src/control/client/connect.ts'
import { generatorVersion } from '../../src/simulator/generator-version.ts'
import { createSnowglobe, type Snowglobe } from '../../src/snowglobe.ts'
import { startCommand, startServerProcess } from '../support/command.ts'
import { usePersistentFolder } from '../support/persistent-folder.ts'

const place = usePersistentFolder()

const fileIn = (path: string) => join(place.dataDir, 'worlds', path)

const start = (): Promise<Snowglobe> =>
  createSnowglobe({ size: 'empty', dataDir: place.dataDir, logLevel: 'silent', warn: () => {} })

/** Flips a bit in every place where a text stands, so that SQLite finds nothing wrong. */
function flipIn(path: string, text: string): void {
  const bytes = readFileSync(path)
  let at = bytes.indexOf(text)
  expect(at).toBeGreaterThan(0)
  for (; at >= 0; at = bytes.indexOf(text, at + 1)) bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

const description = 'Contract chain of the primary network'
const described = async (server: Snowglobe, world = 'default') => {
  const response = await server.inject({
    url: '/v1/chains/43114',
    headers: { 'x-snowglobe-world': world },
  })
  return { status: response.statusCode, description: response.json().description }
}

test('a flipped bit in the file of the default world ends the start with 4', async () => {
  const server = await start()
  await server.clock.advance('1h')
  await server.close()
  flipIn(fileIn('default/world.sqlite'), description)
  const { code, stderr } = await startCommand([
    ...['--size', 'empty', '--port', '0', '--data-dir', place.dataDir],
  ]).ended
  expect(stderr).toMatch(/^snowglobe: .*default\/world\.sqlite is damaged: .*\n$/)
  expect(code).toBe(4)
  flipIn(fileIn('default/world.sqlite'), description.replace('C', 'B'))
  const again = await start()
  expect(await again.world()).toMatchObject({ head: 1 })
  await again.close()
})

test('a flipped bit in a named world, or in what it began with, makes it unusable', async () => {
  const server = await start()
  await server.clock.advance('1h')
  for (const name of ['first', 'second', 'third']) {
    await server.worlds.create(name, { from: 'default' })
    await server.in(name).clock.advance('1h')
  }
  await server.close()
  flipIn(fileIn('first/world.sqlite'), description)
  flipIn(fileIn('second/origin.sqlite'), description)
  const again = await start()
  try {
    const { worlds, unusable = [] } = await again.worlds.list()
    expect(worlds.map(({ name }) => name)).toEqual(['default', 'third'])
    expect(unusable.map(({ name }) => name)).toEqual(['first', 'second'])
    expect(await described(again, 'third')).toEqual({ status: 200, description })
    expect(await described(again, 'first')).toMatchObject({ status: 503 })
  } finally {
    await again.close()
  }
})

test('a flipped bit in the copy of a snapshot is not restored: its log is replayed', async () => {
  const server = await start()
  await server.clock.advance('1h')
  await server.snapshots.save('one')
  const { fingerprint } = await server.world()
  await server.close()
  flipIn(fileIn('default/snapshots/one.sqlite'), description)
  const again = await start()
  try {
    await again.snapshots.restore('one')
    expect(await described(again)).toEqual({ status: 200, description })
    expect(await again.world()).toMatchObject({ fingerprint })
    expect(existsSync(fileIn('default/snapshots/one.sqlite'))).toBe(false)
  } finally {
    await again.close()
  }
})

test('a world that was killed has no digest, and one that runs has none either', async () => {
  const digest = fileIn('default/world.sqlite.crc32')
  const first = await start()
  await first.clock.advance('1h')
  await first.close()
  expect(existsSync(digest)).toBe(true)
  const second = await startServerProcess(['--size', 'empty', '--data-dir', place.dataDir])
  expect(existsSync(digest)).toBe(false)
  await connect(second.url).clock.advance('1h')
  second.child.kill('SIGKILL')
  await second.ended
  expect(existsSync(digest)).toBe(false)
  const third = await start()
  expect(await third.world()).toMatchObject({ head: 2 })
  await third.close()
  // A digest that is damaged itself says nothing of the world.
  const text = readFileSync(digest)
  writeFileSync(digest, text.subarray(0, text.length - 3))
  const fourth = await start()
  expect(await fourth.world()).toMatchObject({ head: 2 })
  await fourth.close()
})

/**
 * A folder of built worlds of its own, with the base of the empty world, of which every description
 * has a flipped bit. Tests at the same time have other worlds of this size in the usual folder.
 */
async function damagedCache(): Promise<{
  env: NodeJS.ProcessEnv
  base: string
  digest: string
  whole: Buffer
}> {
  const server = await createSnowglobe({ size: 'empty', logLevel: 'silent' })
  const name = `world-v${generatorVersion}-${server.id.slice(0, 32)}`
  await server.close()
  const cache = join(place.folder, 'cache')
  mkdirSync(cache)
  const [built = ''] = cacheFolders()
  for (const file of [`${name}.sqlite`, `${name}.digest`])
    copyFileSync(join(built, file), join(cache, file))
  const base = join(cache, `${name}.sqlite`)
  const whole = readFileSync(base)
  flipIn(base, description)
  return { env: { SNOWGLOBE_CACHE: cache }, base, digest: join(cache, `${name}.digest`), whole }
}

test('a base with a flipped bit is not served, made again while the server runs, and reported', async () => {
  const { env, base, whole } = await damagedCache()
  const server = await startServerProcess(['--size', 'empty'], { env })
  const ask = async () => {
    const response = await fetch(`${server.url}/v1/chains/43114`)
    return { status: response.status, text: await response.text() }
  }
  const first = await ask()
  expect(first).toMatchObject({
    status: 503,
    text: expect.stringContaining(
      'The database of the world was damaged and is being rebuilt; try again',
    ),
  })
  await vi.waitFor(async () => expect((await ask()).status).toBe(200), {
    timeout: 60_000,
    interval: 100,
  })
  expect((await ask()).text).toContain(description)
  expect((await fetch(`${server.url}/_admin/ready`)).status).toBe(200)
  await connect(server.url).clock.advance('1h')
  expect((await ask()).text).toContain(description)
  expect(readFileSync(base).equals(whole)).toBe(true)
  server.child.kill('SIGTERM')
  const { stderr } = await server.ended
  expect(stderr).toMatch(
    /^snowglobe: warning: .*\.sqlite is damaged: table evm_chain .*\n(?:.*\n)*snowglobe: warning: .*\.sqlite has been repaired\n/,
  )
})

test('damage of a base is found soon after the start, without a read', async () => {
  const { env, base, whole } = await damagedCache()
  const server = await startServerProcess(['--size', 'empty'], { env })
  await vi.waitFor(() => expect(server.stderr()).toContain('has been repaired'), {
    timeout: 60_000,
  })
  expect(readFileSync(base).equals(whole)).toBe(true)
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
})

test('a base that has lost its digest is made again by a start, which says so', async () => {
  const { env, base, digest, whole } = await damagedCache()
  rmSync(digest)
  const server = await startServerProcess(['--size', 'empty'], { env })
  expect(server.stderr()).toContain(
    `snowglobe: warning: ${base} is damaged or has no digest; it is being rebuilt\n`,
  )
  expect(readFileSync(base).equals(whole)).toBe(true)
})

test('a server that opened a damaged base before another one made it again serves nothing of it', async () => {
  const { env } = await damagedCache()
  const args = ['--size', 'empty']
  // Neither has read it at the time of the first request.
  const [one, other] = await Promise.all([
    startServerProcess(args, { env }),
    startServerProcess(args, { env }),
  ])
  for (const server of [one, other]) {
    const ask = () => fetch(`${server.url}/v1/chains/43114`)
    const body = await vi.waitUntil(
      async () => {
        const response = await ask()
        return response.status === 200 && response.text()
      },
      { timeout: 60_000, interval: 100 },
    )
    expect(body).toContain(description)
  }
})

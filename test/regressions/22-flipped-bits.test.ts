import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../../src/control/client/connect.ts'
import { createSnowglobe, type Snowglobe } from '../../src/snowglobe.ts'
import { startCommand, startServerProcess } from '../support/command.ts'
import { useKeptFolder } from '../support/kept-folder.ts'

const place = useKeptFolder()

const kept = (path: string) => join(place.dataDir, 'worlds', path)

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
  flipIn(kept('default/world.sqlite'), description)
  const { code, stderr } = await startCommand([
    ...['--size', 'empty', '--port', '0', '--data-dir', place.dataDir],
  ]).ended
  expect(stderr).toMatch(/^snowglobe: .*default\/world\.sqlite is damaged: .*\n$/)
  expect(code).toBe(4)
  flipIn(kept('default/world.sqlite'), description.replace('C', 'B'))
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
  flipIn(kept('first/world.sqlite'), description)
  flipIn(kept('second/origin.sqlite'), description)
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

test('a flipped bit in the copy of a snapshot is not restored: its log is played', async () => {
  const server = await start()
  await server.clock.advance('1h')
  await server.snapshots.save('one')
  const { fingerprint } = await server.world()
  await server.close()
  flipIn(kept('default/snapshots/one.sqlite'), description)
  const again = await start()
  try {
    await again.snapshots.restore('one')
    expect(await described(again)).toEqual({ status: 200, description })
    expect(await again.world()).toMatchObject({ fingerprint })
    expect(existsSync(kept('default/snapshots/one.sqlite'))).toBe(false)
  } finally {
    await again.close()
  }
})

test('a world that was killed has no digest, and one that runs has none either', async () => {
  const digest = kept('default/world.sqlite.crc32')
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

import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../../src/control/client/connect.ts'
import { createSnowglobe, type Snowglobe } from '../../src/snowglobe.ts'
import { startServerProcess } from '../support/command.ts'
import { usePersistentFolder } from '../support/persistent-folder.ts'

const place = usePersistentFolder()

const warnings: string[] = []

const start = (): Promise<Snowglobe> => {
  warnings.length = 0
  return createSnowglobe({
    ...({ size: 'empty', dataDir: place.dataDir, logLevel: 'silent' } as const),
    warn: (text) => warnings.push(text),
  })
}

const fileIn = (path: string) => join(place.dataDir, 'worlds', path)

const refusal = (request: Promise<unknown>) =>
  request.then(
    () => 'answered',
    ({ code, message }) => ({ code, message }),
  )

/** A server that ended, and left a default world with a snapshot and two named worlds. */
async function writeWorlds(): Promise<void> {
  const server = await start()
  await server.clock.advance('1h')
  await server.snapshots.save('one')
  await server.snapshots.save('two')
  for (const name of ['first', 'second']) {
    await server.worlds.create(name, { from: 'default' })
    await server.in(name).clock.advance('2h')
    await server.in(name).snapshots.save('own')
  }
  await server.close()
}

const flip = (path: string, at: number) => {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] ?? 0) ^ 0x10
  writeFileSync(path, bytes)
}

const damages: [name: string, file: string, damage: (path: string) => void][] = [
  ['it is cut', 'first/world.sqlite', (path) => truncateSync(path, 40_000)],
  ['it is empty', 'first/world.sqlite', (path) => truncateSync(path, 0)],
  ['it is text', 'first/world.sqlite', (path) => writeFileSync(path, 'no database')],
  ['its header has a flipped bit', 'first/world.sqlite', (path) => flip(path, 3)],
  ['its page size has a flipped bit', 'first/world.sqlite', (path) => flip(path, 16)],
  ['what it began with is text', 'first/origin.sqlite', (path) => writeFileSync(path, 'none')],
  ['its record is cut', 'first/made-as.json', (path) => truncateSync(path, 10)],
  ['its record says nothing', 'first/made-as.json', (path) => writeFileSync(path, '{}')],
]

test.each(damages)(
  'a named world of which %s (%s) stops no start, and can be removed and made again',
  async (_, file, damage) => {
    await writeWorlds()
    damage(fileIn(file))
    const bytes = readFileSync(fileIn(file))
    const server = await start()
    try {
      expect(warnings).toEqual([
        expect.stringMatching(/^the world first cannot be used: .*DELETE \/_admin\/worlds\/first/),
      ])
      expect(warnings[0]).toContain(fileIn(file))
      expect(await server.world()).toMatchObject({ head: 1 })
      expect(await server.in('second').world()).toMatchObject({ head: 2 })
      const { worlds, unusable } = await server.worlds.list()
      expect(worlds.map(({ name }) => name)).toEqual(['default', 'second'])
      expect(unusable).toEqual([{ name: 'first', reason: expect.stringContaining(fileIn(file)) }])

      expect(await refusal(server.in('first').world())).toEqual({
        code: 'conflict',
        message: expect.stringMatching(/^the world first cannot be used: .* is damaged: /),
      })
      const request = await server.inject({
        url: '/v1/chains/43114',
        headers: { 'x-snowglobe-world': 'first' },
      })
      expect(request.statusCode).toBe(503)
      expect(request.json().message).toBe(
        'The world first cannot be used; see the log of the server for the reason',
      )
      // It has not been touched.
      expect(readFileSync(fileIn(file)).equals(bytes)).toBe(true)

      if (file.endsWith('.json')) await server.worlds.remove('first')
      await server.worlds.create('first')
      expect(await server.in('first').world()).toMatchObject({ head: 0 })
      await server.in('first').clock.advance('1h')
      expect((await server.worlds.list()).unusable).toBeUndefined()
    } finally {
      await server.close()
    }
    const again = await start()
    expect(warnings).toEqual([])
    expect(await again.in('first').world()).toMatchObject({ head: 1 })
    await again.close()
  },
)

test.each<[string, (path: string) => void]>([
  ['cut', (path) => truncateSync(path, 50)],
  ['empty', (path) => truncateSync(path, 0)],
  ['text', (path) => writeFileSync(path, 'no JSON')],
  ['other JSON', (path) => writeFileSync(path, '{"name":"one"}')],
])(
  'a snapshot that is %s stops no start, and can be removed and saved again',
  async (_, damage) => {
    await writeWorlds()
    const files = ['default/snapshots/one.json', 'second/snapshots/own.json'].map(fileIn)
    for (const file of files) damage(file)
    const server = await start()
    try {
      expect(warnings).toHaveLength(2)
      expect(warnings[0]).toMatch(/^the snapshot one of the world default cannot be used: /)
      expect(warnings[1]).toMatch(/^the snapshot own of the world second cannot be used/)
      for (const [index, file] of files.entries()) expect(warnings[index]).toContain(file)
      const { snapshots, unusable } = await server.snapshots.list()
      expect(snapshots.map(({ name }) => name)).toEqual(['two'])
      expect(unusable).toEqual([{ name: 'one', reason: expect.stringContaining(files[0] ?? '') }])
      expect(await refusal(server.snapshots.restore('one'))).toEqual({
        code: 'conflict',
        message: expect.stringMatching(/^the snapshot one cannot be used: .* is damaged: /),
      })
      expect(
        await refusal(server.worlds.create('third', { from: { snapshot: 'one' } })),
      ).toMatchObject({
        code: 'not_possible',
      })
      await server.snapshots.restore('two')
      await server.snapshots.save('one')
      await server.snapshots.restore('one')
      await server.in('second').snapshots.remove('own')
      expect((await server.in('second').snapshots.list()).unusable).toBeUndefined()
    } finally {
      await server.close()
    }
    const again = await start()
    expect(warnings).toEqual([])
    expect((await again.snapshots.list()).snapshots.map(({ name }) => name)).toEqual(['one', 'two'])
    await again.close()
  },
)

test('the command tells of a damaged world in a line, and a reset of all worlds removes it', async () => {
  await writeWorlds()
  truncateSync(fileIn('first/world.sqlite'), 0)
  const server = await startServerProcess(['--size', 'empty', '--data-dir', place.dataDir])
  const world = connect(server.url)
  expect((await world.worlds.list()).unusable).toHaveLength(1)
  await world.reset(['worlds'])
  expect(await world.worlds.list()).toEqual({
    worlds: [expect.objectContaining({ name: 'default' })],
  })
  server.child.kill('SIGTERM')
  const { code, stderr } = await server.ended
  expect(code).toBe(0)
  expect(stderr).toMatch(/^snowglobe: warning: the world first cannot be used: .*\n$/)
})

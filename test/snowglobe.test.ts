import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, expect, test } from 'vitest'
import { cacheFolders } from '../src/config/cache-folders.ts'
import { configWith } from '../src/config/config-reader.ts'
import { worldDefinition } from '../src/definition/world-definition.ts'
import { createWorldHandle } from '../src/http/worlds/world-handle.ts'
import { createSnowglobe, type Snowglobe, type SnowglobeOptions } from '../src/snowglobe.ts'
import { openCachedBase } from '../src/world/base-cache/cache.ts'
import { bundled } from './support/built-sources.ts'
import { worldOver } from './support/simulated-world.ts'

const servers: Snowglobe[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-library-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function start(options: SnowglobeOptions = {}): Promise<Snowglobe> {
  const server = await createSnowglobe({ size: 'small', logLevel: 'silent', ...options })
  servers.push(server)
  return server
}

const statusOf = async (server: Snowglobe, headers: Record<string, string> = {}) =>
  (await server.inject({ url: '/v1/chains', headers })).statusCode

test('a server listens on a free port of this machine and answers as inject does', async () => {
  const server = await start()
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(server.id).toMatch(/^[0-9a-f]{64}$/)
  const response = await fetch(`${server.url}/v1/chains/43114/blocks?pageSize=3`)
  const injected = await server.inject('/v1/chains/43114/blocks?pageSize=3')
  expect(response.status).toBe(200)
  expect(await response.text()).toBe(injected.body)
})

test('servers of one process have ports and clocks of their own over the same world', async () => {
  const [first, second] = await Promise.all([start(), start()])
  expect(first.url).not.toBe(second.url)
  expect(first.id).toBe(second.id)
  const before = await second.clock.get()
  await first.clock.advance('1d')
  expect((await first.clock.get()).now).toBe('2026-01-16T00:00:00Z')
  expect(await second.clock.get()).toEqual(before)
})

test('servers of one process have keys and limits of their own', async () => {
  const keys = join(folder, 'keys.json')
  writeFileSync(keys, JSON.stringify({ keys: [{ key: 'ours' }] }))
  const theirs = join(folder, 'their-keys.json')
  writeFileSync(theirs, JSON.stringify({ keys: [{ key: 'theirs' }] }))
  const strict = await start({ auth: 'required', keys })
  const limited = await start({ keys: theirs, rateLimit: { perMinute: 2, withKey: 3 } })
  const other = await start({ keys: theirs, rateLimit: { perMinute: 2, withKey: 3 } })
  const ask = (server: Snowglobe) => statusOf(server, { 'x-data-api-key': 'theirs' })
  expect([await ask(strict), await ask(limited), await ask(limited)]).toEqual([401, 200, 200])
  expect([await ask(limited), await ask(limited)]).toEqual([200, 429])
  expect(await ask(other)).toBe(200)
})

test('closing one server leaves the others at work', async () => {
  const [first, second] = [await start(), await start()]
  await first.close()
  await expect(fetch(`${first.url}/v1/chains`)).rejects.toThrow()
  expect((await fetch(`${second.url}/v1/chains`)).status).toBe(200)
})

test('close ends connections that stay open, and can be called twice', async () => {
  const server = await start()
  const agent = new Agent({ keepAlive: true })
  const request = get(`${server.url}/v1/chains`, { agent })
  const [response] = await once(request, 'response')
  response.resume()
  await once(response, 'end')
  const ended = once(request.socket ?? request, 'close')
  await server.close()
  await ended
  await server.close()
  agent.destroy()
})

test('reset brings back the clock and the rate windows', async () => {
  const server = await start({ rateLimit: { perMinute: 1, withKey: 1 } })
  const before = await server.clock.get()
  await server.clock.advance('1s')
  expect([await statusOf(server), await statusOf(server)]).toEqual([200, 429])
  await server.reset()
  expect(await server.clock.get()).toEqual(before)
  expect(await statusOf(server)).toBe(200)
})

/** Every object that can be reached from a value through own properties, but not through `parts`. */
function reachable(
  value: unknown,
  parts: readonly object[],
  found = new Set<object>(),
): Set<object> {
  if (typeof value !== 'object' || value === null || found.has(value)) return found
  found.add(value)
  if (parts.includes(value)) return found
  const members = value instanceof Map || value instanceof Set ? [...value.values()] : []
  for (const member of [...Object.values(value), ...members]) reachable(member, parts, found)
  return found
}

test('every part of a world handle that can be reset is in the list that reset goes through', async () => {
  const config = configWith({ size: 'small' })
  const definition = await worldDefinition(undefined)
  const settings = { ...config, definition }
  const base = await openCachedBase(cacheFolders(), settings)
  const { clock, network, dialect, sign } = config
  const visible = {
    clock,
    pace: 0,
    nodeNetwork: network,
    dialect,
    signing: sign,
    publicUrl: 'http://localhost:9650',
  }
  const world = worldOver(base, settings, visible)
  const handle = createWorldHandle(world, config, { keys: [] })
  const listed = Object.values(handle.stateful).flat()
  const resettable = [...reachable(handle, listed)].filter(
    (part) => part !== handle && 'reset' in part && typeof part.reset === 'function',
  )
  expect(resettable.length).toBeGreaterThan(1)
  for (const part of resettable) expect(listed).toContain(part)
  world.close()
})

test('a port that is taken rejects with the code of the system', async () => {
  const first = await start()
  await expect(start({ port: Number(new URL(first.url).port) })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
})

test('a start that fails is not remembered as a run of the node', async () => {
  const taken = await start()
  const dataDir = join(folder, 'data')
  const port = Number(new URL(taken.url).port)
  await expect(start({ port, dataDir, indexEnabled: true })).rejects.toThrow()
  await start({ dataDir, indexEnabled: false })
  await expect(start({ dataDir, indexEnabled: true })).rejects.toThrow(
    /is incomplete: it was disabled in an earlier run/,
  )
})

test('after close nothing keeps the process alive, also when the start failed', async () => {
  const script = `
    import { createSnowglobe } from ${JSON.stringify(bundled('snowglobe'))}
    const options = { size: 'small', logLevel: 'silent', rateLimit: 'docs', clock: 'running' }
    const server = await createSnowglobe(options)
    const again = await createSnowglobe({ ...options, port: Number(new URL(server.url).port) })
      .catch((error) => error.code)
    const response = await fetch(server.url + '/v1/chains')
    await response.arrayBuffer()
    await server.close()
    process.stdout.write(again + ' ' + response.status)`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { timeout: 20_000 },
  )
  expect(stdout).toBe('EADDRINUSE 200')
})

test('a name that no world can have is refused, and makes no folder', async () => {
  const dataDir = join(folder, 'names', 'data')
  const server = await start({ dataDir })
  for (const name of ['My Test', 'a/b', '../../evil', '', '-a', 'a'.repeat(64)])
    await expect(server.in(name).reset()).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('/name must be a name: up to 63 of a-z, 0-9 and -'),
    })
  expect(await server.worlds.list()).toMatchObject({ worlds: [{ name: 'default' }] })
  expect(existsSync(join(folder, 'names', 'evil'))).toBe(false)
})

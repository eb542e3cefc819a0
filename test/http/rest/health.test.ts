import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { health } from '../../../src/cli/commands/health.ts'
import { cacheFolders } from '../../../src/config/cache-folders.ts'
import { configWith } from '../../../src/config/config-reader.ts'
import { worldDefinition } from '../../../src/definition/world-definition.ts'
import { createWorldHandle } from '../../../src/http/worlds/world-handle.ts'
import { openCachedBase } from '../../../src/world/base-cache/cache.ts'
import { appOver, worldOver } from '../../support/simulated-world.ts'

afterEach(() => void vi.restoreAllMocks())

test('a server whose world cannot be read is alive, but not well', async () => {
  const config = configWith({ size: 'small', logLevel: 'silent' })
  const { clock, dialect, network, sign, seed, size } = config
  const definition = await worldDefinition(undefined)
  const settings = { definition, seed, size }
  const base = await openCachedBase(cacheFolders(), settings)
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
  const app = appOver(handle, config)
  world.close()
  for (const [path, status] of [
    ['/v1/health-check', 503],
    ['/v2/health-check', 503],
    ['/v1/live-check', 200],
    ['/v2/live-check', 200],
  ] as const)
    expect([path, (await app.inject(path)).statusCode]).toEqual([path, status])
  expect((await app.inject('/v1/health-check')).json()).toEqual({
    message: 'The database of the world cannot be read',
    error: 'Service Unavailable',
    statusCode: 503,
  })
  await app.close()
})

const healthy = '{"status":"ok","info":{},"error":{},"details":{}}'

test.each([
  [0, 200, healthy],
  [1, 200, '{"status":"error","info":{},"error":{},"details":{"ok":{"status":"ok"}}}'],
  [1, 200, `<html>${healthy}</html>`],
  [1, 200, 'null'],
  [1, 200, ''],
  [1, 401, healthy],
  [1, 403, ''],
  [1, 429, healthy],
  [1, 503, healthy],
])('snowglobe health ends with %i when it reads %i and %s', async (code, status, body) => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const server = createServer((_request, response) => response.writeHead(status).end(body))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await health({ config: configWith({ port }), url: undefined })).toBe(code)
  server.close()
})

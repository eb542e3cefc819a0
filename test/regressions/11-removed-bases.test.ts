import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../../src/control/client/connect.ts'
import { startServerProcess, stopCommands } from '../support/command.ts'
import { startServer } from '../support/server.ts'

test('a server whose base is removed from the cache goes on', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'snowglobe-removed-'))
  // Built already.
  cpSync(process.env.SNOWGLOBE_CACHE ?? '', cache, { recursive: true })
  const unbroken = await startServer()
  try {
    const { url } = await startServerProcess([], { env: { SNOWGLOBE_CACHE: cache } })
    const world = connect(url)
    const { fingerprint } = await world.world()
    for (const file of readdirSync(cache)) rmSync(join(cache, file), { recursive: true })
    expect((await world.clock.advance('1h')).head).toBe(1)
    expect((await world.reset()).world).toMatchObject({ head: 0, fingerprint })
    await world.in('other').clock.advance('1h')
    await unbroken.clock.advance('1h')
    const { fingerprint: hourLater } = await unbroken.world()
    expect(await world.in('other').world()).toMatchObject({ head: 1, fingerprint: hourLater })
  } finally {
    await unbroken.close()
    await stopCommands()
    rmSync(cache, { recursive: true })
  }
})

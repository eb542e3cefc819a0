import { expect, test } from 'vitest'
import { configWith } from '../../../src/config/config-reader.ts'
import { createWorldHandle } from '../../../src/http/worlds/world-handle.ts'
import { send } from '../../support/send.ts'
import { appOver, openSimulatedWorld } from '../../support/simulated-world.ts'

test('what a rule throws after its delay ends the connection, and nothing else', async () => {
  const config = configWith({ size: 'small', logLevel: 'silent' })
  const handle = createWorldHandle(await openSimulatedWorld(0), config, { keys: [] })
  const app = appOver(handle, config)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    // Node throws at this header. The control plane refuses it, the rules themselves do not look.
    handle.faults.set({
      id: 'it',
      match: { path: '/v1/chains' },
      delay: { ms: 5 },
      respond: { status: 503, headers: { trailer: 'x' } },
    })
    for (let i = 0; i < 2; i++)
      await expect(send(url, { path: '/v1/chains' })).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect((await send(url, { path: '/v1/live-check' })).status).toBe(200)
  } finally {
    await app.close()
    handle.close()
  }
})

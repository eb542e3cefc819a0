import { expect, test } from 'vitest'
import { liveInManyWorlds } from '../../support/many-worlds.ts'
import { startServer } from '../../support/server.ts'

test('20 clients that write, reset and set faults at once see only their own worlds', async () => {
  const server = await startServer({ maxWorlds: 20 })
  try {
    const wish = { worlds: 20, seconds: 2, seed: 'many' }
    const { looks, problems } = await liveInManyWorlds(server.url, wish)
    expect(problems).toEqual([])
    expect(looks).toBeGreaterThanOrEqual(20)
  } finally {
    await server.close()
  }
})

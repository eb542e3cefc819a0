import { expect, test } from 'vitest'
import { createSnowglobe } from '../../src/snowglobe.ts'

// A reset removed a hundred worlds in one turn of the event loop, which others waited for.
test('requests are served while a reset removes many worlds, and a world that they create stays', async () => {
  const server = await createSnowglobe({ size: 'small', logLevel: 'silent', maxWorlds: 20 })
  try {
    for (let count = 0; count < 12; count++) await server.in(`w${count}`).clock.advance('1m')
    let served = 0
    let isReset = false
    const reset = server.reset().then(() => {
      isReset = true
    })
    while (!isReset) {
      expect((await server.inject('/_admin/live')).statusCode).toBe(200)
      if (++served === 2)
        await server.inject({ url: '/v1/chains', headers: { 'x-snowglobe-world': 'late' } })
    }
    await reset
    expect(served).toBeGreaterThan(2)
    expect((await server.worlds.list()).worlds.map(({ name }) => name)).toEqual(['default', 'late'])
  } finally {
    await server.close()
  }
})

// Copies of the main world followed one another without a turn of the event loop between them.
test('requests are served while many worlds are created', async () => {
  const server = await createSnowglobe({ size: 'small', logLevel: 'silent', maxWorlds: 20 })
  try {
    await server.clock.advance('1h')
    let served = 0
    let isCreated = false
    const created = Promise.all(
      Array.from({ length: 12 }, (_, count) =>
        server.worlds.create(`w${count}`, { from: 'default' }),
      ),
    ).then(() => {
      isCreated = true
    })
    while (!isCreated) {
      expect((await server.inject('/_admin/live')).statusCode).toBe(200)
      await new Promise((resolve) => setImmediate(resolve))
      served++
    }
    await created
    expect(served).toBeGreaterThan(6)
  } finally {
    await server.close()
  }
})

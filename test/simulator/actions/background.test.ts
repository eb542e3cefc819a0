import { expect, test } from 'vitest'
import { startServer } from '../../support/server.ts'

test('an action that waits for a chain keeps the distance to what that makes meanwhile', async () => {
  // A block every other second: one may come when the action's could.
  const server = await startServer({ pace: 43_200 })
  try {
    const transfer = { do: 'transfer', from: 'ewoq', to: 'alice', chain: 'C', amount: '1' } as const
    for (let round = 0; round < 12; round++) {
      const { results } = await server.act(transfer)
      const height = results[0]?.height ?? 0
      const [before, own] = await Promise.all(
        [height - 1, height].map(async (number) =>
          (await server.inject(`/v1/chains/43114/blocks/${number}`)).json(),
        ),
      )
      expect(own.blockTimestamp - before.blockTimestamp).toBeGreaterThanOrEqual(2)
    }
  } finally {
    await server.close()
  }
})

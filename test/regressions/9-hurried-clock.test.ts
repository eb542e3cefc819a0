import { afterEach, expect, test, vi } from 'vitest'
import { get, startServer } from '../support/server.ts'

afterEach(() => vi.restoreAllMocks())

/** A machine that looks at its time once for each step of the chains or so, and makes a few dozen blocks a second. */
function useSlowMachine(): void {
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 20
    return now
  })
}

test('a clock that runs faster than its chains can follow waits for them, so no request waits for ever', async () => {
  // Some 240 blocks a second are wanted.
  const server = await startServer({ pace: 720 })
  useSlowMachine()
  try {
    const nowOf = async () => Date.parse((await server.world()).now) / 1000
    const from = await nowOf()
    await server.clock.set({ mode: 'running', rate: 3600 })
    for (let i = 0; i < 2; i++) {
      const { status, body } = await get(server, '/v1/chains/43114/blocks?pageSize=1')
      expect(status).toBe(200)
      const [newest] = (body as { blocks: { blockTimestamp: number }[] }).blocks
      expect(newest?.blockTimestamp).toBeGreaterThanOrEqual(from)
    }
    await server.clock.set({ mode: 'frozen' })
    // The time that passes while blocks are made would add more of them each time: hours, then days.
    expect((await nowOf()) - from).toBeLessThan(5 * 3600)
  } finally {
    await server.close()
  }
})

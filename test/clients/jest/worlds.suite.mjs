/* 100 tests that run at once, on the server of the global setup; jest.test.ts runs them. */
import { worldTest } from '../../../dist/src/testing/jest.js'

const { describe, expect } = globalThis
const test = worldTest()

describe('worlds', () => {
  for (let i = 0; i < 100; i++)
    test.concurrent(`world ${i}`, async ({ world }) => {
      await world.faults.add({ match: { path: '/v1/chains' }, respond: { status: 200, json: i } })
      expect(await (await world.fetch('/v1/chains')).json()).toBe(i)
      expect((await world.requests.list()).requests).toHaveLength(1)
      if (i !== 42) return
      await world.fetch('/v1/chains/1')
      await world.requests.verify({ match: { operation: 'getChain', status: 200 } })
    })
  test('asks nothing', () => {
    throw new Error('in vain')
  })
})

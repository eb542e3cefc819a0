/* 100 tests that run at once in another worker; jest.test.ts runs them. */
import { worldTest } from '../../../dist/src/testing/jest.js'

const { describe, expect } = globalThis
const test = worldTest()

describe('worlds', () => {
  for (let i = 0; i < 100; i++)
    test.concurrent(`world ${i}`, async ({ world }) => {
      await world.faults.add({ match: { path: '/v1/chains' }, respond: { status: 200, json: i } })
      expect(await (await world.fetch('/v1/chains')).json()).toBe(i)
      expect((await world.requests.list()).requests).toHaveLength(1)
    })
})

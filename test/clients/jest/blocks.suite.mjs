/* Tests for Jest, which gives `test` and `expect` to all tests; jest.test.ts runs them. */
import { useSnowglobe } from '../../../dist/src/testing/jest.js'

const { test, expect } = globalThis
const snowglobe = useSnowglobe()

const latest = async () => {
  const response = await fetch(`${snowglobe.url}/v1/chains/43114/blocks?pageSize=1`)
  return Number((await response.json()).blocks[0].blockNumber)
}

let before
test('lets time pass', async () => {
  before = await latest()
  await snowglobe.clock.advance('10d')
  expect(await latest()).toBeGreaterThan(before)
})

test('knows nothing of the other test', async () => {
  expect(await latest()).toBe(before)
})

test('fails', async () => {
  await fetch(`${snowglobe.url}/v1/chains/1`)
  throw new Error(await snowglobe.journal())
})

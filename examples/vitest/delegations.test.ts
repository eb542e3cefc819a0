import { createSnowglobe, type Snowglobe } from 'snowglobe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { delegationsOf } from './delegations.ts'

/** The development key "ewoq": it has done everything in the built-in world. Never fund it. */
const ewoq = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'
const day = 24 * 60 * 60 * 1000

let snowglobe: Snowglobe
beforeAll(async () => {
  snowglobe = await createSnowglobe({ size: 'small' })
})
beforeEach(() => snowglobe.reset())
afterAll(() => snowglobe.close())

const states = async () =>
  (await delegationsOf(snowglobe.url, ewoq)).map(({ status }) => status).join(' ')

test('lists delegations with their node and stake', async () => {
  const [latest] = await delegationsOf(snowglobe.url, ewoq)
  expect(latest).toEqual({
    nodeId: expect.stringMatching(/^NodeID-/),
    nAvax: 150_000_000_000n,
    status: 'pending',
  })
})

test('follows delegations from pending to completed', async () => {
  expect(await states()).toMatch(/^pending active active completed/)
  await snowglobe.clock.advance(4 * day)
  expect(await states()).toMatch(/^active active active completed/)
  await snowglobe.clock.advance(365 * day)
  expect(await states()).toMatch(/^(completed ?)+$/)
})

test('says so when the Data API is down', async () => {
  const call = delegationsOf(snowglobe.url, ewoq, { 'x-snowglobe-fault': '503' })
  await expect(call).rejects.toThrow('The Data API answers 503')
})

import { useSnowglobe } from 'snowglobe/vitest'
import { expect, test } from 'vitest'
import { delegationsOf } from './delegations.ts'

/** The development key "ewoq": it has done everything in the built-in world. Never fund it. */
const ewoq = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'

const snowglobe = useSnowglobe({ pace: 0 })

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
  const before = await delegationsOf(snowglobe.url, ewoq)
  await snowglobe.clock.advance('4d')
  expect(await states()).not.toContain('pending')
  // Others delegate meanwhile, and newer starts come first: the old ones are at the end.
  await snowglobe.clock.advance('365d')
  const after = await delegationsOf(snowglobe.url, ewoq)
  const old = after.slice(-before.length)
  expect(old.map(({ nAvax }) => nAvax)).toEqual(before.map(({ nAvax }) => nAvax))
  expect(new Set(old.map(({ status }) => status))).toEqual(new Set(['completed']))
})

test('says so when the Data API is down', async () => {
  const call = delegationsOf(snowglobe.url, ewoq, { 'x-snowglobe-fault': '503' })
  await expect(call).rejects.toThrow('The Data API answers 503')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSnowglobe, type Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'

/*
 * A seed is hashed for each stream of random numbers. One of 7 MB occupied a core for hours, and
 * the request that created its world had no end.
 */
const longest = 's'.repeat(256)
const tooLong = 's'.repeat(257)

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ size: 'empty' })
})
afterAll(() => server?.close())

const refusal = (request: Promise<unknown>) =>
  request.then(
    () => 'accepted',
    ({ code, details }) => ({ code, pointer: details.pointer }),
  )

test('a seed has at most 256 characters, in a new world and in an export', async () => {
  const create = (name: string, seed: string) => server.worlds.create(name, { seed, size: 'empty' })
  expect(await create('longest', longest)).toMatchObject({ name: 'longest' })
  const refused = { code: 'bad_request', pointer: '/seed' }
  expect(await refusal(create('too-long', tooLong))).toEqual(refused)
  expect(await refusal(create('empty', ''))).toEqual(refused)
  const document = { ...(await server.export()), seed: tooLong }
  expect(await refusal(server.import(document))).toEqual(refused)
})

test('the library refuses a longer seed, and repeats little of it', async () => {
  const error = await createSnowglobe({ seed: 's'.repeat(7_000_000) }).catch((thrown) => thrown)
  expect(error).toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(
      /^seed must be a text of 1 to 256 characters, not "s{100,200}…$/,
    ),
  })
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { startServer } from '../../support/server.ts'
import { ask, create } from './support/webhooks.ts'

let server: Snowglobe
beforeEach(async () => {
  server = await startServer({ pace: 0 })
})
afterEach(() => server?.close())

test('a webhook is read by its owner alone', async () => {
  const mine = { 'x-glacier-api-key': 'mine' }
  const made = await create(server, undefined, mine)
  expect(await ask(server, 'GET', `/${made.id}`, undefined, mine)).toEqual({
    status: 200,
    body: made,
  })
  expect((await ask(server, 'GET', `/${made.id}`)).status).toBe(404)
  expect((await ask(server, 'GET', '/nothing', undefined, mine)).status).toBe(404)
})

test('with --auth required a key is needed', async () => {
  const strict = await startServer({ auth: 'required' })
  expect((await ask(strict, 'GET', '')).status).toBe(401)
  await strict.close()
})

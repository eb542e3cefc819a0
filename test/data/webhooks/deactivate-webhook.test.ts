import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { startServer } from '../../support/server.ts'
import { ask, create } from './support/webhooks.ts'

let server: Snowglobe
beforeEach(async () => {
  server = await startServer({ pace: 0 })
})
afterEach(() => server?.close())

test('a webhook becomes inactive, and can still be read', async () => {
  const made = await create(server)
  const gone = { ...made, status: 'inactive' }
  expect(await ask(server, 'DELETE', `/${made.id}`)).toEqual({ status: 200, body: gone })
  expect(await ask(server, 'DELETE', `/${made.id}`)).toEqual({ status: 200, body: gone })
  expect((await ask(server, 'GET', `/${made.id}`)).body).toEqual(gone)
})

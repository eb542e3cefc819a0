import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { startServer } from '../../support/server.ts'
import { ask, create, primary } from './support/webhooks.ts'

let server: Snowglobe
beforeEach(async () => {
  server = await startServer({ pace: 0 })
})
afterEach(() => server?.close())

test('fields that are given change, and the others stay', async () => {
  const made = await create(server)
  const change = {
    name: 'Mine',
    url: 'http://localhost:10/',
    includeLogs: true,
    status: 'inactive',
  }
  const { status, body } = await ask(server, 'PATCH', `/${made.id}`, change)
  expect(status).toBe(200)
  expect(body).toEqual({ ...made, ...change })
  expect((await ask(server, 'GET', `/${made.id}`)).body).toEqual(body)
})

test('a foreign host, and flags of another kind, are refused', async () => {
  const { id } = await create(server)
  expect((await ask(server, 'PATCH', `/${id}`, { url: 'http://10.0.0.1/' })).status).toBe(400)
  const platform = await create(server, primary)
  expect(await ask(server, 'PATCH', `/${platform.id}`, { includeLogs: true })).toMatchObject({
    status: 400,
    body: { message: 'includeLogs can be set only for webhooks of the type address_activity' },
  })
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { startServer } from '../../support/server.ts'
import { ask } from './support/webhooks.ts'

let server: Snowglobe
beforeEach(async () => {
  server = await startServer({ pace: 0 })
})
afterEach(() => server?.close())

test('a secret is read by its owner alone, and not before it is made', async () => {
  const mine = { 'x-data-api-key': 'mine' }
  const rotate = () => ask(server, 'POST', ':generateOrRotateSharedSecret', undefined, mine)
  const read = (headers = mine) => ask(server, 'GET', ':getSharedSecret', undefined, headers)
  expect((await read()).status).toBe(404)
  const first = await rotate()
  expect(first).toEqual({ status: 201, body: { secret: expect.stringMatching(/^[0-9a-f]{64}$/) } })
  expect(await read()).toEqual({ status: 200, body: first.body })
  const second = await rotate()
  expect(second.body).not.toEqual(first.body)
  expect((await read()).body).toEqual(second.body)
  expect((await read({ 'x-data-api-key': 'yours' })).status).toBe(404)
})

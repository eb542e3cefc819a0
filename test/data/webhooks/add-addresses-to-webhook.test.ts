import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { startServer } from '../../support/server.ts'
import { address, ask, create, evm, other, primary } from './support/webhooks.ts'

let server: Snowglobe
beforeEach(async () => {
  server = await startServer({ pace: 0 })
})
afterEach(() => server?.close())

test('addresses are added once, in any case', async () => {
  const made = await create(server)
  const { status, body } = await ask(server, 'PATCH', `/${made.id}/addresses`, {
    addresses: [other, address.toLowerCase(), other],
  })
  expect(status).toBe(200)
  expect(body).toEqual({ ...made, metadata: { addresses: [...evm.metadata.addresses, other] } })
})

test('another kind of webhook has no addresses', async () => {
  const { id } = await create(server, primary)
  expect((await ask(server, 'PATCH', `/${id}/addresses`, { addresses: [other] })).status).toBe(400)
  expect((await ask(server, 'PATCH', '/nothing/addresses', { addresses: [other] })).status).toBe(
    404,
  )
})

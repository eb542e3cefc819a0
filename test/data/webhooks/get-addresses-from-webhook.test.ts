import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { walkPages } from '../../support/pages.ts'
import { startServer } from '../../support/server.ts'
import { ask, create, evm, primary } from './support/webhooks.ts'

let server: Snowglobe
beforeEach(async () => {
  server = await startServer({ pace: 0 })
})
afterEach(() => server?.close())

test('addresses are listed in their order, page by page', async () => {
  const addresses = Array.from({ length: 5 }, (_, at) => `0x${String(at).padStart(40, '0')}`)
  const { id } = await create(server, { ...evm, metadata: { addresses } })
  const { items, pages } = await walkPages(server, `/v1/webhooks/${id}/addresses`, 'addresses', 2)
  expect([items, pages]).toEqual([addresses, 3])
  expect((await ask(server, 'GET', `/${id}/addresses?pageSize=1`)).body.totalAddresses).toBe(5)
  const platform = await create(server, primary)
  expect((await ask(server, 'GET', `/${platform.id}/addresses`)).status).toBe(400)
})

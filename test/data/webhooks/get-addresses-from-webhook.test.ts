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

test.each([
  ['some before it', [0, 1], [3, 4, 5]],
  ['the last one of the page', [2], [3, 4, 5]],
  ['all before it and one after it', [0, 1, 4], [3, 5]],
])('after the removal of %s a page goes on where the other one ended', async (_, gone, rest) => {
  const addresses = Array.from({ length: 6 }, (_, at) => `0x${String(at).padStart(40, '0')}`)
  const { id } = await create(server, { ...evm, metadata: { addresses } })
  const list = async (query: string) => (await ask(server, 'GET', `/${id}/addresses?${query}`)).body
  const { nextPageToken } = await list('pageSize=3')
  const removed = gone.map((at) => addresses[at])
  await ask(server, 'DELETE', `/${id}/addresses`, { addresses: removed })
  const next = await list(`pageToken=${nextPageToken}`)
  expect(next.addresses).toEqual(rest.map((at) => addresses[at]))
})

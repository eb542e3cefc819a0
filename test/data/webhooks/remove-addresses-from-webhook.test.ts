import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { startServer } from '../../support/server.ts'
import { address, ask, create, evm, other } from './support/webhooks.ts'

let server: Snowglobe
beforeEach(async () => {
  server = await startServer({ pace: 0 })
})
afterEach(() => server?.close())

test('a DELETE with a body removes addresses, but never the last', async () => {
  const made = await create(server, { ...evm, metadata: { addresses: [address, other] } })
  const remove = (addresses: string[]) =>
    ask(server, 'DELETE', `/${made.id}/addresses`, { addresses })
  const left = { ...made, metadata: { addresses: [other] } }
  expect(await remove([address.toLowerCase()])).toEqual({ status: 200, body: left })
  expect(await remove([address])).toEqual({ status: 200, body: left })
  expect((await remove([other])).status).toBe(400)
  expect((await ask(server, 'DELETE', `/${made.id}/addresses`)).status).toBe(400)
})

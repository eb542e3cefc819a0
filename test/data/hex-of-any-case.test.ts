import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/operations.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { openBase } from '../../src/store/base-reader.ts'
import { type ApiRequest, apiRequests } from '../check/support/api-requests.ts'
import { startServer } from '../support/server.ts'
import { smallWorld } from '../support/small-world.ts'

let server: Snowglobe
let requests: readonly ApiRequest[]
beforeAll(async () => {
  server = await startServer()
  const base = openBase((await smallWorld()).file)
  const [block] = base.all<Record<string, never>, { network: string; id: string }>(
    { sql: "SELECT network, block_id AS id FROM primary_block WHERE block_id LIKE '0x%' LIMIT 1" },
    {},
  )
  requests = [
    ...apiRequests(base),
    {
      operationId: 'getPrimaryBlock',
      url: `/v1/networks/${block?.network}/blockchains/c-chain/blocks/${block?.id}`,
    },
  ]
  base.close()
})
afterAll(() => server?.close())

const named = operations.filter(({ path }) =>
  /\{(address|txHash|blockId|messageId|assetId)\}/.test(path),
)
const responseTo = async (url: string) => {
  const { statusCode, body } = await server.inject({ url })
  // Tokens are made of what was requested and of the time.
  return { statusCode, body: body.replace(/"nextPageToken":"[^"]*"/, '') }
}

test.each(named.map(({ operationId }) => operationId))(
  '%s takes hex in lower and in upper case',
  async (operationId) => {
    const own = requests.filter((request) => request.operationId === operationId)
    const hex = own.filter(({ url }) => /0x[0-9a-fA-F]{40}/.test(url)).slice(0, 5)
    for (const { url } of hex) {
      const expected = await responseTo(url)
      expect(expected.statusCode, url).toBe(200)
      const cased = (change: (digits: string) => string) =>
        url.replace(/(?<=0x)[0-9a-fA-F]{40,}/g, change)
      for (const other of [cased((it) => it.toLowerCase()), cased((it) => it.toUpperCase())])
        expect(await responseTo(other), other).toEqual(expected)
    }
  },
)

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ auth: 'known' })
})
afterAll(() => server?.close())

const listed = '/v2/chains/43114/addresses/0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC/transactions'

const served = async (url: string, more: object = {}) => {
  const { statusCode, body } = await server.inject({ url, ...more })
  return [statusCode, JSON.parse(body).message]
}

test('a path of the Data API below /v2 has its errors, whatever goes wrong, its method included', async () => {
  for (const [url, more, status] of [
    [listed.replace('43114', '1'), {}, 404],
    [`${listed}?pageSize=0`, {}, 400],
    [listed, { headers: { 'x-data-api-key': 'nobody' } }, 401],
    [listed, { headers: { 'x-snowglobe-fault': '503' } }, 503],
    [listed, { method: 'POST' }, 404],
    [`${listed}/`, { method: 'DELETE' }, 404],
  ] as const)
    expect(await served(url, more)).toEqual([status, expect.any(String)])
})

test('other paths below /v2 that do not exist are missing in the metrics service', async () => {
  for (const url of [`${listed}s`, listed.replace('transactions', ''), '/v2', '/v2/nothing'])
    expect(await served(url)).toEqual([404, [expect.any(String)]])
})

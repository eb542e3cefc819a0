import { afterEach, beforeEach, expect, test } from 'vitest'
import type { NftToken } from '../../../../schemas/data/tokens.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { get, startServer } from '../../../support/server.ts'
import { ewoq, unknownAddress } from '../support/chains.ts'

let server: Snowglobe
/** Path of a token of the C-chain. */
let token: string
beforeEach(async () => {
  server = await startServer({ pace: 0 })
  const url = `/v1/chains/43114/addresses/${ewoq}/balances:listErc721?pageSize=1`
  const body = (await get(server, url)).body as { erc721TokenBalances: [NftToken] }
  const [{ address, tokenId }] = body.erc721TokenBalances
  token = `/v1/chains/43114/nfts/collections/${address}/tokens/${tokenId}`
})
afterEach(() => server?.close())

const post = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { method: 'POST', ...init })
const updatedAt = async () =>
  ((await get(server, token)).body as NftToken).metadata.metadataLastUpdatedTimestamp
const now = async () => Math.floor(Date.parse((await server.world()).now) / 1000)

test('reindexing answers 201 without a body, and the metadata is as new as now', async () => {
  await server.clock.advance('3d')
  const before = (await get(server, token)).body as NftToken
  const response = await post(`${token}:reindex`)
  expect(response.status).toBe(201)
  expect(response.headers.get('content-type')).toBeNull()
  expect(await response.text()).toBe('')
  expect((await get(server, token)).body).toEqual({
    ...before,
    metadata: { ...before.metadata, metadataLastUpdatedTimestamp: await now() },
  })
})

test('within an hour of the clock it answers 429 and says how long to wait', async () => {
  expect((await post(`${token}:reindex`)).status).toBe(201)
  const first = await updatedAt()
  await server.clock.advance('59m')
  const early = await post(`${token}:reindex`)
  expect(early.status).toBe(429)
  expect(early.headers.get('retry-after')).toBe('60')
  expect(await early.json()).toMatchObject({
    ...{ error: 'Too Many Requests', statusCode: 429 },
    message: expect.stringMatching(/was reindexed within the last hour; try again in 60 s$/),
  })
  expect(await updatedAt()).toBe(first)
  await server.clock.advance('1m')
  expect((await post(`${token}:reindex`)).status).toBe(201)
  expect(await updatedAt()).toBe((first ?? 0) + 3_600)
})

test('of many at once one does it, the others have to wait', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await post(`${token}:reindex`)).status),
  )
  expect(statuses.sort()).toEqual([201, ...Array.from({ length: 19 }, () => 429)])
})

test('what does not exist is answered with 404, and what is no number with 400', async () => {
  const collection = token.replace(/\/\d+$/, '')
  const statusOf = async (path: string) => (await post(path)).status
  expect(await statusOf(`${collection}/987654321:reindex`)).toBe(404)
  expect(
    await statusOf(`/v1/chains/43114/nfts/collections/${unknownAddress}/tokens/1:reindex`),
  ).toBe(404)
  expect(await statusOf(`/v1/chains/99/nfts/collections/${unknownAddress}/tokens/1:reindex`)).toBe(
    404,
  )
  expect(await statusOf(`${collection}/one:reindex`)).toBe(400)
  expect(await statusOf(`${collection}/1:index`)).toBe(404)
  expect(await statusOf(token)).toBe(404)
})

test.each([
  ['an encoded colon', '%3Areindex', {}],
  ['a body that nobody asked for', ':reindex', { body: '{"a":1}' }],
  [
    'an empty body of JSON',
    ':reindex',
    { body: '', headers: { 'content-type': 'application/json' } },
  ],
] as const)('it takes %s', async (_, suffix, init) => {
  expect((await post(token + suffix, init)).status).toBe(201)
})

test('it stands in the log, so that an export has it, and a reset ends it', async () => {
  await post(`${token}:reindex`)
  const { log } = await server.export()
  expect(log).toMatchObject([{ actions: [{ do: 'reindexNft', tokenId: expect.any(String) }] }])
  await server.reset()
  expect((await post(`${token}:reindex`)).status).toBe(201)
  expect((await server.check()).violations).toBe(0)
})

test('a requested fault comes before it, and nothing is done then', async () => {
  const first = await updatedAt()
  const response = await post(`${token}:reindex`, { headers: { 'x-snowglobe-fault': '503' } })
  expect(response.status).toBe(503)
  expect(await updatedAt()).toBe(first)
})

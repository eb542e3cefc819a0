import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EvmBlock } from '../../../../schemas/data/evm-blocks.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { walkPages } from '../../../support/pages.ts'
import { get, startServer } from '../../../support/server.ts'

const url = '/v1/chains/43114/blocks'
let server: Snowglobe

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const allBlocks = async (chain = url) =>
  (await walkPages<EvmBlock>(server, chain, 'blocks', 100)).items

test('the newest ten blocks come first, newest on top', async () => {
  const { status, body } = await get(server, url)
  expect(status).toBe(200)
  const { blocks } = body as { blocks: EvmBlock[] }
  expect(blocks).toHaveLength(10)
  expect(blocks).toEqual((await allBlocks()).slice(0, 10))
  expect(blocks.every((block) => block.chainId === '43114')).toBe(true)
})

test.each([1, 7, 100])('pages of %i make up the whole list, newest first', async (pageSize) => {
  const { items, pages } = await walkPages<EvmBlock>(server, url, 'blocks', pageSize)
  const numbers = items.map((block) => Number(block.blockNumber))
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, i) => numbers.length - 1 - i))
  expect(items).toEqual(await allBlocks())
  expect(pages).toBe(Math.ceil(items.length / pageSize))
})

test('blocks link to their parents, times never decrease, counts are sums', async () => {
  for (const chain of ['43114', '43113', '930114', '930113']) {
    const blocks = (await allBlocks(`/v1/chains/${chain}/blocks`)).reverse()
    let total = 0n
    blocks.forEach((block, index) => {
      const parent = blocks[index - 1]
      total += BigInt(block.txCount)
      expect(block.cumulativeTransactions).toBe(String(total))
      if (!parent) return
      expect(block.parentHash).toBe(parent.blockHash)
      expect(block.blockTimestamp).toBeGreaterThanOrEqual(parent.blockTimestamp)
    })
  }
})

test('the C-chain begins with the real genesis block', async () => {
  const oldest = (await allBlocks()).at(-1)
  expect(oldest).toMatchObject({
    blockNumber: '0',
    blockHash: '0x31ced5b9beb7f8782b014660da0cb18cc409f121f408186886e1ca3e8eeca96b',
    blockTimestamp: 0,
  })
})

test('a chain is found by its blockchain id too', async () => {
  const byId = '/v1/chains/2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5/blocks'
  expect((await get(server, byId)).body).toEqual((await get(server, url)).body)
})

test('a chain outside the world is 404', async () => {
  expect(await get(server, '/v1/chains/1/blocks')).toMatchObject({
    status: 404,
    body: { message: 'Chain "1" does not exist', error: 'Not Found', statusCode: 404 },
  })
})

test('a token works for every page size, for 24 hours, and then no more', async () => {
  const { nextPageToken: token } = (await get(server, `${url}?pageSize=7`)).body as {
    nextPageToken: string
  }
  const following = (await allBlocks()).slice(7, 9)
  const next = () => get(server, `${url}?pageSize=2&pageToken=${token}`)
  expect((await next()).body).toMatchObject({ blocks: following })

  await server.clock.advance(24 * 60 * 60 * 1000)
  expect((await next()).body).toMatchObject({ blocks: following })
  await server.clock.advance(1000)
  expect(await next()).toMatchObject({
    status: 400,
    body: {
      message:
        'pageToken has expired: tokens are valid for 24 hours; start again from the first page',
    },
  })
  await server.reset()
})

test('a token of another chain, an altered one and a made-up one are refused', async () => {
  const tokenOf = async (list: string) =>
    ((await get(server, list)).body as { nextPageToken: string }).nextPageToken
  const token = await tokenOf(url)
  const refused = await Promise.all(
    [
      await tokenOf('/v1/chains/43113/blocks'),
      ...Array.from(token, (character, i) =>
        character === '-'
          ? ''
          : token.slice(0, i) + (character === '1' ? '2' : '1') + token.slice(i + 1),
      ).filter((altered) => altered !== ''),
      '3d22deea-ea64-4d30-8a1e-c2a353b67e90',
      'abc',
      `${token}0`,
    ].map((pageToken) => get(server, `${url}?pageToken=${pageToken}`)),
  )
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400))
})

test('a scenario leaves members of blocks out as of any other item', async () => {
  const live = async () => {
    const headers = { 'x-snowglobe-dialect': 'live' }
    const { body } = await get(server, `${url}?pageSize=3`, headers)
    return (body as { blocks: object[] }).blocks
  }
  const whole = await live()
  for (const block of whole) expect(block).toHaveProperty('blockTimestampMilliseconds')
  await server.scenarios.set('sparse', { share: 1 })
  const sparse = whole.map((block) =>
    Object.fromEntries(
      Object.entries(block).filter(([name]) => !/Milliseconds|MinDelayExcess/.test(name)),
    ),
  )
  expect(await live()).toEqual(sparse)
  await server.scenarios.remove('sparse')
  expect(await live()).toEqual(whole)
})

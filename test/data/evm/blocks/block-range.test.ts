import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { walkPages } from '../../../support/pages.ts'
import { get, startServer } from '../../../support/server.ts'
import {
  accountsOf,
  allItems,
  chains,
  ewoq,
  unknownAddress,
  zeroAddress,
} from '../support/chains.ts'

interface Item {
  blockNumber: string
  blockIndex?: number
  logIndex?: number
  from: { address: string }
  to: { address: string }
}

const lists = ['listNative', 'listErc20', 'listErc721', 'listErc1155'] as const
const everyList = lists.flatMap((list) => chains.map((chain) => [list, chain] as const))
const urlOf = (list: string, chain: string, address: string) =>
  `/v1/chains/${chain}/addresses/${address}/transactions:${list}`

let server: Snowglobe
/** Accounts with the height of their chain, by chain. */
const accounts = new Map<string, { addresses: string[]; height: number }>()

beforeAll(async () => {
  server = await startServer()
  for (const chain of chains) {
    const blocks = await get(server, `/v1/chains/${chain}/blocks?pageSize=1`)
    const [newest] = (blocks.body as { blocks: { blockNumber: string }[] }).blocks
    const addresses = [...(await accountsOf(server, chain)), zeroAddress, unknownAddress]
    accounts.set(chain, { addresses, height: Number(newest?.blockNumber) })
  }
})
afterAll(() => server?.close())

const whole = (list: string, chain: string, address: string) =>
  allItems<Item>(server, urlOf(list, chain, address), 'transactions')

test.each(everyList)('%s on chain %s: ewoq has some, newest first', async (list, chain) => {
  const items = await whole(list, chain, ewoq)
  expect(items.length).toBeGreaterThan(0)
  const placeOf = (item: Item) =>
    Number(item.blockNumber) * 1e6 + (item.blockIndex ?? item.logIndex ?? Number.NaN)
  items.forEach((item, index) => {
    expect([item.from.address, item.to.address]).toContain(ewoq)
    const newer = items[index - 1]
    // Ids of one batch share their log.
    if (newer && list === 'listErc1155')
      expect(placeOf(newer)).toBeGreaterThanOrEqual(placeOf(item))
    else if (newer) expect(placeOf(newer)).toBeGreaterThan(placeOf(item))
  })
})

test.each(everyList)(
  '%s on chain %s: pages of any size have every item once',
  async (list, chain) => {
    const items = await whole(list, chain, ewoq)
    for (const pageSize of [1, 7]) {
      const walk = await walkPages<Item>(server, urlOf(list, chain, ewoq), 'transactions', pageSize)
      expect(walk.items).toEqual(items)
      expect(walk.pages).toBe(Math.ceil(items.length / pageSize))
    }
  },
)

test.each(lists)('%s: a range of blocks is the same range of the whole list', async (list) => {
  const drawn = fc
    .constantFrom(...chains)
    .chain((chain) => {
      const { addresses, height } = accounts.get(chain) ?? { addresses: [ewoq], height: 0 }
      const block = fc.option(fc.nat(height + 2), { nil: undefined })
      return fc.record({
        chain: fc.constant(chain),
        address: fc.constantFrom(...addresses),
        startBlock: block,
        endBlock: block,
        pageSize: fc.constantFrom(1, 3, 100),
      })
    })
    .filter(({ startBlock = 0, endBlock = Number.POSITIVE_INFINITY }) => startBlock <= endBlock)
  await fc.assert(
    fc.asyncProperty(drawn, async ({ chain, address, startBlock, endBlock, pageSize }) => {
      const bounds = Object.entries({ startBlock, endBlock })
        .filter(([, bound]) => bound !== undefined)
        .map(([name, bound]) => `${name}=${bound}`)
      const url = `${urlOf(list, chain, address)}?${bounds.join('&')}`
      const { items } = await walkPages<Item>(server, url, 'transactions', pageSize)
      const expected = (await whole(list, chain, address)).filter(
        ({ blockNumber }) =>
          Number(blockNumber) >= (startBlock ?? 0) &&
          Number(blockNumber) < (endBlock ?? Number.POSITIVE_INFINITY),
      )
      expect(items).toEqual(expected)
    }),
    { numRuns: 40 },
  )
})

test.each(lists)('%s: a range that ends before it starts is refused', async (list) => {
  const { status, body } = await get(
    server,
    `${urlOf(list, '43114', ewoq)}?startBlock=9&endBlock=8`,
  )
  expect({ status, body }).toEqual({
    status: 400,
    body: {
      message: 'startBlock must not be above endBlock, but 9 > 8',
      error: 'Bad Request',
      statusCode: 400,
    },
  })
})

test.each(lists)('%s: an unused address has none', async (list) => {
  const { status, body } = await get(server, urlOf(list, '43114', unknownAddress))
  expect({ status, body }).toEqual({ status: 200, body: { transactions: [] } })
})

test.each(lists)('%s: chain and address may be written in other ways', async (list) => {
  const blockchainId = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5'
  const upper = `0x${ewoq.slice(2).toUpperCase()}`
  const first = await get(server, `${urlOf(list, '43114', ewoq)}?pageSize=1&startBlock=0`)
  for (const other of [
    urlOf(list, blockchainId, ewoq),
    urlOf(list, '43114', ewoq.toLowerCase()),
    urlOf(list, '43114', upper),
  ])
    expect((await get(server, `${other}?pageSize=1`)).body).toEqual(first.body)
})

test.each(lists)('%s: a token belongs to its chain, address and range', async (list) => {
  const url = urlOf(list, '43114', ewoq)
  const { nextPageToken } = (await get(server, `${url}?pageSize=1`)).body as {
    nextPageToken: string
  }
  const others = [
    urlOf(list, '43113', ewoq),
    urlOf(list, '43114', unknownAddress),
    `${url}?startBlock=1`,
    `${url}?endBlock=50`,
    ...lists.filter((other) => other !== list).map((other) => urlOf(other, '43114', ewoq)),
  ]
  for (const other of others) {
    const { status } = await get(
      server,
      `${other}${other.includes('?') ? '&' : '?'}pageToken=${nextPageToken}`,
    )
    expect(status, other).toBe(400)
  }
})

test.each([
  ['/v1/chains/1/addresses/{}/transactions:listNative', ewoq, 404, 'Chain "1" does not exist'],
  [
    '/v1/chains/43114/addresses/{}/transactions:listErc20',
    ewoq.slice(2),
    400,
    'address must be 0x and 40 hex digits, not "8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC"',
  ],
  [
    '/v1/chains/43114/addresses/{}/transactions:listErc721?startBlock=-1',
    ewoq,
    400,
    'startBlock must be an integer from 0 to 9007199254740991, not "-1"',
  ],
])('%s says what is wrong', async (url, address, status, message) => {
  expect(await get(server, url.replace('{}', address))).toMatchObject({ status, body: { message } })
})

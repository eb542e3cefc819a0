import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Erc20Transfer } from '../../../../schemas/data/evm-transactions.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { get, startServer } from '../../../support/server.ts'
import { allItems, chains, ewoq, withMilliseconds } from '../support/chains.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const urlOf = (chain: string) => `/v1/chains/${chain}/addresses/${ewoq}/transactions:listErc20`
const transfersOf = (chain: string) => allItems<Erc20Transfer>(server, urlOf(chain), 'transactions')

test.each(['43114', '43113'])('chain %s: the ten newest of ewoq, newest on top', async (chain) => {
  const { status, body } = await get(server, urlOf(chain))
  expect(status).toBe(200)
  expect(body).toEqual({
    transactions: (await transfersOf(chain)).slice(0, 10),
    nextPageToken: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
})

test.each(chains)('chain %s: a transfer names its token and its block', async (chain) => {
  for (const { erc20Token, ...transfer } of await transfersOf(chain)) {
    const { address, name, symbol, decimals } = erc20Token
    const contract = (await get(server, `/v1/chains/${chain}/addresses/${address}`)).body
    expect(contract).toMatchObject({ ercType: 'ERC-20', name, symbol, decimals })
    expect(erc20Token.ercType).toBe('ERC-20')

    const { blockNumber, blockTimestamp, blockHash } = transfer
    const block = (await get(server, `/v1/chains/${chain}/blocks/${blockNumber}`)).body
    expect(block).toMatchObject({ blockTimestamp, blockHash })
  }
})

test('a price is decimal text in the documented dialect and a number in the live one', async () => {
  const documented = await get(server, `${urlOf('43114')}?pageSize=100`)
  const live = await get(server, `${urlOf('43114')}?pageSize=100`, {
    'x-snowglobe-dialect': 'live',
  })
  const prices = (body: unknown) =>
    (body as { transactions: Erc20Transfer[] }).transactions.flatMap(
      ({ erc20Token }) => erc20Token.price ?? [],
    )
  expect(prices(documented.body).length).toBeGreaterThan(0)
  for (const { currencyCode, value } of prices(documented.body)) {
    expect(currencyCode).toBe('usd')
    expect(value).toMatch(/^\d+(\.\d+)?$/)
  }
  const asNumbers = JSON.stringify(documented.body).replaceAll(
    /("currencyCode":"usd","value":)"([\d.]+)"/g,
    '$1$2',
  )
  const { transactions, ...rest } = JSON.parse(asNumbers)
  expect(live.body).toEqual({
    ...rest,
    transactions: transactions.map((transfer: Erc20Transfer) =>
      withMilliseconds('43114', transfer),
    ),
  })
})

test('tokens without a price have none', async () => {
  const prices = (await transfersOf('43113')).map(({ erc20Token }) => erc20Token.price)
  expect(prices).toContain(undefined)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PrimaryNetworkTransaction } from '../../../../schemas/data/transactions.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { get, startServer } from '../../../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const avax = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'
const url = '/v1/networks/mainnet/blockchains/p-chain/transactions'
const list = async (query: string) => {
  const { status, body } = await get(server, `${url}?pageSize=100&${query}`)
  expect([query, status]).toEqual([query, 200])
  return (body as { transactions: PrimaryNetworkTransaction[] }).transactions
}

test.each(['asc', 'desc'])('both ends of a range of times belong to it, %s', async (order) => {
  const whole = await list(`addresses=${avax}&sortOrder=${order}`)
  expect(whole.length).toBeGreaterThan(5)
  const times = [...new Set(whole.map(({ blockTimestamp }) => blockTimestamp))]
  for (const time of times.slice(1, -1))
    for (const [query, isIn] of [
      [`startTimestamp=${time}`, (at: number) => at >= time],
      [`endTimestamp=${time}`, (at: number) => at <= time],
      [`startTimestamp=${time}&endTimestamp=${time}`, (at: number) => at === time],
      [`startTimestamp=${time + 1}`, (at: number) => at > time],
      [`endTimestamp=${time - 1}`, (at: number) => at < time],
    ] as const) {
      const found = await list(`addresses=${avax}&sortOrder=${order}&${query}`)
      expect(found, query).toEqual(whole.filter(({ blockTimestamp }) => isIn(blockTimestamp)))
    }
})

test.each([
  'startTimestamp=4000000000',
  'endTimestamp=0',
  'startTimestamp=4000000000&endTimestamp=4000000001',
  'startTimestamp=0&endTimestamp=1',
])('a range without transactions is empty: %s', async (range) => {
  expect(await list(`addresses=${avax}&${range}`)).toEqual([])
})

test.each(['txTypes=BaseTx', 'startTimestamp=1', 'endTimestamp=1900000000'])(
  '%s needs addresses, by itself too',
  async (query) => {
    expect(await get(server, `${url}?${query}`)).toMatchObject({
      status: 400,
      body: { message: 'txTypes, startTimestamp and endTimestamp need addresses' },
    })
  },
)

test('a range may not end before it starts, by one second either', async () => {
  expect(
    await get(server, `${url}?addresses=${avax}&startTimestamp=8&endTimestamp=7`),
  ).toMatchObject({
    status: 400,
    body: { message: 'startTimestamp 8 must not be after endTimestamp 7' },
  })
})

test.each([
  'avaxP-18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
  `PX-${avax}`,
  `P-P-${avax}`,
  `C-${avax}`,
])('the prefix of a chain stands once and in front: %s', async (address) => {
  expect(await get(server, `${url}?addresses=${address}`)).toMatchObject({ status: 400 })
})

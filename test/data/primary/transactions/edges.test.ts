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
  const times = [...new Set(whole.map(({ blockTimestamp }) => blockTimestamp))].slice(1, -1)
  const apart = Math.ceil(times.length / 20)
  for (const time of times.filter((_, index) => index % apart === 0))
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
      body: { message: 'txTypes, startTimestamp and endTimestamp can be used only with addresses' },
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

test.each(['asc', 'desc'])(
  'live: what is about an L1 validator is filtered by type and address too, %s',
  async (sortOrder) => {
    const live = { 'x-snowglobe-dialect': 'live' }
    const ask = async (query: Record<string, string>) => {
      const parameters = new URLSearchParams({ pageSize: '100', sortOrder, ...query })
      const { body } = await get(server, `${url}?${parameters}`, live)
      return (body as { transactions: PrimaryNetworkTransaction[] }).transactions
    }
    const { body } = await get(
      server,
      '/v1/networks/mainnet/l1Validators?pageSize=100&includeInactiveL1Validators=true',
    )
    const { validators } = body as { validators: { validationId: string }[] }
    const own = new Set((await ask({ addresses: avax })).map(({ txHash }) => txHash))
    let ofOthers = 0
    for (const { validationId: l1ValidationId } of validators) {
      const whole = await ask({ l1ValidationId })
      expect(whole.length).toBeGreaterThan(0)
      for (const { txType } of whole)
        expect(await ask({ l1ValidationId, txTypes: txType })).toEqual(
          whole.filter((each) => each.txType === txType),
        )
      const ofAvax = whole.filter(({ txHash }) => own.has(txHash))
      expect(await ask({ l1ValidationId, addresses: avax })).toEqual(ofAvax)
      ofOthers += whole.length - ofAvax.length
      const elsewhere = `${url.replace('mainnet', 'fuji')}?l1ValidationId=${l1ValidationId}`
      expect((await get(server, elsewhere, live)).body).toMatchObject({ transactions: [] })
    }
    expect(ofOthers).toBeGreaterThan(0)
  },
)

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Erc721Transfer } from '../../../../schemas/data/evm-transactions.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { get, startServer } from '../../../support/server.ts'
import {
  accountsOf,
  allItems,
  chains,
  ewoq,
  withMilliseconds,
  zeroAddress,
} from '../support/chains.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const urlOf = (chain: string, address = ewoq) =>
  `/v1/chains/${chain}/addresses/${address}/transactions:listErc721`
const transfersOf = (chain: string, address = ewoq) =>
  allItems<Erc721Transfer>(server, urlOf(chain, address), 'transactions')

test.each(['43114', '43113'])('chain %s: the ten newest of ewoq, newest on top', async (chain) => {
  const { status, body } = await get(server, urlOf(chain))
  expect(status).toBe(200)
  expect(body).toMatchObject({ transactions: (await transfersOf(chain)).slice(0, 10) })
})

test.each(chains)('chain %s: a token belongs to whom it was given last', async (chain) => {
  const newestFirst = new Map<string, Erc721Transfer>()
  const everybody = [...(await accountsOf(server, chain)), zeroAddress]
  const transfers = (
    await Promise.all(everybody.map((address) => transfersOf(chain, address)))
  ).flat()
  const placeOf = ({ blockNumber, logIndex }: Erc721Transfer) =>
    Number(blockNumber) * 1e6 + logIndex
  for (const transfer of transfers.sort((a, b) => placeOf(b) - placeOf(a))) {
    const { address, tokenId, ownerAddress } = transfer.erc721Token
    const key = `${address} ${tokenId}`
    const last = newestFirst.get(key) ?? transfer
    newestFirst.set(key, last)
    const owner = last.to.address
    expect(ownerAddress).toBe(owner === zeroAddress ? undefined : owner)
  }
  expect(newestFirst.size).toBeGreaterThan(0)
})

test('a token has the same shape in both dialects, but for the case of its status', async () => {
  const statuses = new Set<string>()
  for (const chain of chains) {
    const documented = await get(server, urlOf(chain))
    const live = await get(server, urlOf(chain), { 'x-snowglobe-dialect': 'live' })
    const inCapitals = JSON.stringify(documented.body).replaceAll(
      /"indexStatus":"(\w+)"/g,
      (_, status: string) => {
        statuses.add(status)
        return `"indexStatus":"${status.toUpperCase()}"`
      },
    )
    const { transactions, ...rest } = JSON.parse(inCapitals)
    expect(live.body).toEqual({
      ...rest,
      transactions: transactions.map((transfer: Erc721Transfer) =>
        withMilliseconds(chain, transfer),
      ),
    })
  }
  expect(statuses).toContain('indexed')
})

test('attributes are JSON text', async () => {
  const texts = (await transfersOf('43114')).flatMap(
    ({ erc721Token }) => erc721Token.metadata.attributes ?? [],
  )
  expect(texts.length).toBeGreaterThan(0)
  for (const text of texts) expect(JSON.parse(text)).toBeInstanceOf(Array)
})

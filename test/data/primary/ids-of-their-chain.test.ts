import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { get, startServer } from '../../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const below = (network: string) => `/v1/networks/${network}`
const firstOf = async (url: string, list: string, field: string) => {
  const { body } = await get(server, url)
  const [item] = (body as Record<string, Record<string, string>[]>)[list] ?? []
  return String(item?.[field])
}

/** A list, the name of an id in it, and where the id is looked up. */
const lookups: readonly [list: string, field: string, at: string, elsewhere: string | undefined][] =
  [
    [
      'blockchains/p-chain/transactions',
      'txHash',
      'blockchains/p-chain/transactions',
      'blockchains/x-chain/transactions',
    ],
    [
      'blockchains/x-chain/transactions',
      'txHash',
      'blockchains/x-chain/transactions',
      'blockchains/p-chain/transactions',
    ],
    [
      'blockchains/c-chain/transactions',
      'txHash',
      'blockchains/c-chain/transactions',
      'blockchains/x-chain/transactions',
    ],
    [
      'blockchains/p-chain/blocks',
      'blockHash',
      'blockchains/p-chain/blocks',
      'blockchains/x-chain/blocks',
    ],
    [
      'blockchains/x-chain/blocks',
      'blockHash',
      'blockchains/x-chain/blocks',
      'blockchains/p-chain/blocks',
    ],
    ['blockchains/x-chain/vertices', 'vertexHash', 'blockchains/x-chain/vertices', undefined],
    ['subnets', 'subnetId', 'subnets', undefined],
    ['blockchains', 'blockchainId', 'blockchains', undefined],
  ]

test.each(lookups)(
  'an id of %s is known on its network and chain only',
  async (list, field, at, elsewhere) => {
    for (const [network, other] of [
      ['mainnet', 'fuji'],
      ['fuji', 'mainnet'],
    ] as const) {
      const name = list.split('/').at(-1) ?? ''
      const id = await firstOf(`${below(network)}/${list}?pageSize=1`, name, field)
      expect((await get(server, `${below(network)}/${at}/${id}`)).status).toBe(200)
      expect((await get(server, `${below(other)}/${at}/${id}`)).status).toBe(404)
      if (elsewhere !== undefined)
        expect((await get(server, `${below(network)}/${elsewhere}/${id}`)).status).toBe(404)
    }
  },
)

test('a height is that of its network and chain', async () => {
  const hashes = new Set<string>()
  for (const network of ['mainnet', 'fuji'])
    for (const chain of ['p-chain', 'x-chain', 'c-chain']) {
      const { body } = await get(server, `${below(network)}/blockchains/${chain}/blocks/3`)
      hashes.add((body as { blockHash: string }).blockHash)
    }
  expect(hashes.size).toBe(6)
})

test('transactions of the P-chain are read on their network', async () => {
  for (const [network, other] of [
    ['mainnet', 'fuji'],
    ['fuji', 'mainnet'],
  ] as const) {
    const url = `${below(network)}/blockchains/p-chain/transactions?pageSize=100`
    const { body } = await get(server, url)
    let found: string | undefined
    let page = body as {
      transactions: { txType: string; txHash: string }[]
      nextPageToken?: string
    }
    while (found === undefined) {
      found = page.transactions.find(({ txType }) => txType === 'ConvertSubnetToL1Tx')?.txHash
      if (found === undefined)
        page = (await get(server, `${url}&pageToken=${page.nextPageToken}`)).body as typeof page
    }
    const at = (place: string) =>
      get(server, `/v1/signatureAggregator/${place}/aggregateSignatures/${found}`)
    expect((await at(network)).status).toBe(200)
    expect((await at(other)).status).toBe(404)
  }
})

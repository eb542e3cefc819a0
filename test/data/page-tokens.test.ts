import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContractDeployment } from '../../schemas/data/contracts.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { get, startServer } from '../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const ewoq = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'
const other = '0xD3EA0Bc4D10684CC4285FE1A1Cf105ECCc194e6f'
const avax = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'
const fuji = 'fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t'
const node = 'NodeID-LFt2dLkxCn8TrQvGcppbKKsnfd87Hbky8'
const otherNode = 'NodeID-HDMga1PvX3PQE2N5R31iksZ9TTNi4s9Fo'
const pChain = '/v1/networks/mainnet/blockchains/p-chain'
const xChain = '/v1/networks/mainnet/blockchains/x-chain'
const evm = '/v1/chains/43114'

/** A list, the same list in other words, and lists that differ from it in one thing. */
const lists: readonly [list: string, same: readonly string[], others: readonly string[]][] = [
  [
    `${pChain}/transactions?addresses=${avax}&txTypes=ExportTx,BaseTx&startTimestamp=1&endTimestamp=1900000000`,
    [
      `${pChain}/transactions?addresses=P-${avax}&txTypes=BaseTx&txTypes=ExportTx&startTimestamp=1&endTimestamp=1900000000`,
    ],
    [
      `${xChain}/transactions?addresses=${avax}&txTypes=ExportTx,BaseTx&startTimestamp=1&endTimestamp=1900000000`,
      `${pChain.replace('mainnet', 'fuji')}/transactions?addresses=${fuji}&txTypes=ExportTx,BaseTx&startTimestamp=1&endTimestamp=1900000000`,
      `${pChain}/transactions?addresses=${avax}&txTypes=ExportTx&startTimestamp=1&endTimestamp=1900000000`,
      `${pChain}/transactions?addresses=${avax}&txTypes=ExportTx,BaseTx&startTimestamp=2&endTimestamp=1900000000`,
      `${pChain}/transactions?addresses=${avax}&txTypes=ExportTx,BaseTx&startTimestamp=1&endTimestamp=1900000001`,
      `${pChain}/transactions?addresses=${avax}&txTypes=ExportTx,BaseTx&startTimestamp=1&endTimestamp=1900000000&sortOrder=asc`,
      `${pChain}/transactions`,
    ],
  ],
  [
    '/v1/networks/fuji/subnets?',
    ['/v1/networks/testnet/subnets?sortOrder=desc'],
    [
      '/v1/networks/mainnet/subnets',
      '/v1/networks/fuji/subnets?sortOrder=asc',
      '/v1/networks/fuji/blockchains',
    ],
  ],
  [
    '/v1/networks/fuji/blockchains?sortOrder=asc',
    ['/v1/networks/testnet/blockchains?sortOrder=asc'],
    ['/v1/networks/mainnet/blockchains?sortOrder=asc', '/v1/networks/fuji/blockchains'],
  ],
  [
    '/v1/networks/fuji/delegators?',
    ['/v1/networks/testnet/delegators?'],
    [
      '/v1/networks/mainnet/delegators',
      '/v1/networks/fuji/delegators?sortOrder=asc',
      '/v1/networks/fuji/delegators?delegationStatus=active',
      `/v1/networks/fuji/delegators?nodeIds=${otherNode}`,
      `/v1/networks/fuji/delegators?rewardAddresses=${fuji}`,
    ],
  ],
  [
    '/v1/networks/fuji/l1Validators?',
    ['/v1/networks/testnet/l1Validators?includeInactiveL1Validators=false'],
    [
      '/v1/networks/mainnet/l1Validators',
      '/v1/networks/fuji/l1Validators?includeInactiveL1Validators=true',
      `/v1/networks/fuji/l1Validators?nodeId=${otherNode}`,
      '/v1/networks/fuji/l1Validators?subnetId=11111111111111111111111111111111LpoYY',
      '/v1/networks/fuji/l1Validators?l1ValidationId=11111111111111111111111111111111LpoYY',
    ],
  ],
  [
    `${pChain}/blocks?startTimestamp=1&endTimestamp=1900000000`,
    [
      `/v1/networks/mainnet/blockchains/11111111111111111111111111111111LpoYY/blocks?startTimestamp=1&endTimestamp=1900000000`,
    ],
    [
      `${xChain}/blocks?startTimestamp=1&endTimestamp=1900000000`,
      `${pChain.replace('mainnet', 'fuji')}/blocks?startTimestamp=1&endTimestamp=1900000000`,
      `${pChain}/blocks?startTimestamp=2&endTimestamp=1900000000`,
      `${pChain}/blocks?startTimestamp=1&endTimestamp=1900000001`,
      `${pChain}/nodes/${node}/blocks?startTimestamp=1&endTimestamp=1900000000`,
    ],
  ],
  [
    `${pChain}/nodes/${node}/blocks?startTimestamp=1&endTimestamp=1900000000`,
    [],
    [
      `${xChain}/nodes/${node}/blocks?startTimestamp=1&endTimestamp=1900000000`,
      `${pChain.replace('mainnet', 'fuji')}/nodes/${node}/blocks?startTimestamp=1&endTimestamp=1900000000`,
      `${pChain}/nodes/${otherNode}/blocks?startTimestamp=1&endTimestamp=1900000000`,
      `${pChain}/nodes/${node}/blocks?startTimestamp=2&endTimestamp=1900000000`,
      `${pChain}/nodes/${node}/blocks?startTimestamp=1&endTimestamp=1900000001`,
    ],
  ],
  [
    `${xChain}/vertices?`,
    [],
    [
      `${xChain.replace('mainnet', 'fuji')}/vertices`,
      `${xChain}/vertices:listByHeight?vertexHeight=1`,
    ],
  ],
  ...['listNative', 'listErc20', 'listErc721', 'listErc1155'].map(
    (verb): [string, string[], string[]] => {
      const of = (chain: string, address: string, range = 'startBlock=1&endBlock=900') =>
        `/v1/chains/${chain}/addresses/${address}/transactions:${verb}?${range}`
      return [
        of('43114', ewoq),
        [
          of('43114', ewoq.toLowerCase()),
          of('2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5', ewoq),
        ],
        [
          of('43113', ewoq),
          of('43114', other),
          of('43114', ewoq, 'startBlock=2&endBlock=900'),
          of('43114', ewoq, 'startBlock=1&endBlock=901'),
          of('43114', ewoq, 'startBlock=1'),
        ],
      ]
    },
  ),
  ...['listErc721', 'listCollectibles'].map((verb): [string, string[], string[]] => [
    `${evm}/addresses/${ewoq}/balances:${verb}?`,
    [`${evm}/addresses/${ewoq.toLowerCase()}/balances:${verb}?`],
    [
      `/v1/chains/43113/addresses/${ewoq}/balances:${verb}`,
      `${evm}/addresses/${other}/balances:${verb}`,
      `${evm}/addresses/${ewoq}/balances:${verb}?contractAddress=${other}`,
    ],
  ]),
  [
    `${evm}/contracts/${ewoq}/deployments?`,
    [`${evm}/contracts/${ewoq.toLowerCase()}/deployments?`],
    [`/v1/chains/43113/contracts/${ewoq}/deployments`, `${evm}/contracts/${other}/deployments`],
  ],
  [`${evm}/blocks?`, [], ['/v1/chains/43113/blocks']],
  [
    `/v1/icm/addresses/${ewoq}/messages?network=fuji`,
    [`/v1/icm/addresses/${ewoq.toLowerCase()}/messages?network=testnet`],
    [
      `/v1/icm/addresses/${other}/messages?network=fuji`,
      `/v1/icm/addresses/${ewoq}/messages?network=mainnet`,
      `/v1/icm/addresses/${ewoq}/messages`,
    ],
  ],
]

test.each(lists)('the token of %s is good for the same list only', isBoundTo)

test('the token of the average transactions per second is good for its chain only', async () => {
  const { body } = await get(server, '/v1/avg_tps/43114')
  const { nextPageToken } = body as { nextPageToken: string }
  expect((await get(server, `/v1/avg_tps/43114?pageToken=${nextPageToken}`)).status).toBe(200)
  expect(await get(server, `/v1/avg_tps/43113?pageToken=${nextPageToken}`)).toMatchObject({
    status: 400,
    body: { message: ['pageToken is not one that this list issued with these filters'] },
  })
})

test('the token of a collection is good for it only', async () => {
  const { body } = await get(server, `${evm}/contracts/${ewoq}/deployments?pageSize=100`)
  const [first = '', second = ''] = (body as { contracts: ContractDeployment[] }).contracts
    .filter(({ ercType }) => ercType === 'ERC-721' || ercType === 'ERC-1155')
    .map(({ address }) => address)
  const tokensOf = (address: string) => `${evm}/nfts/collections/${address}/tokens?`
  await isBoundTo(tokensOf(first), [tokensOf(first.toLowerCase())], [tokensOf(second)])
})

async function isBoundTo(
  list: string,
  same: readonly string[],
  others: readonly string[],
): Promise<void> {
  const { status, body } = await get(server, `${list}&pageSize=1`.replace('?&', '?'))
  expect(status).toBe(200)
  const { nextPageToken } = body as { nextPageToken?: string }
  expect(nextPageToken).toBeDefined()
  const withToken = (url: string) =>
    get(
      server,
      `${url}${url.includes('?') ? '&' : '?'}pageToken=${nextPageToken}`.replace('?&', '?'),
    )
  const next = await withToken(list)
  expect(next.status).toBe(200)
  for (const url of same) expect(await withToken(url), url).toMatchObject({ body: next.body })
  for (const url of others)
    expect(await withToken(url), url).toMatchObject({
      status: 400,
      body: { message: 'pageToken is not one that this list issued with these filters' },
    })
}

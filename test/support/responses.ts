import type { Snowglobe } from '../../src/snowglobe.ts'

const evm = ['43114', '43113', '930114', '930113']
const lists = [
  'blocks',
  'transactions:listErc20',
  'transactions:listErc721',
  'transactions:listErc1155',
  'transactions:listNative',
]
const ewoq = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'
const primary = {
  mainnet: 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
  fuji: 'fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t',
}

const data = [
  ...evm.flatMap((chain) => [
    `/v1/chains/${chain}`,
    ...[3, 7, 11, 20].map((size) => `/v1/chains/${chain}/blocks?pageSize=${size}`),
    `/v1/chains/${chain}/addresses/${ewoq}/balances:getNative`,
    `/v1/chains/${chain}/addresses/${ewoq}/balances:listErc721`,
    `/v1/chains/${chain}/addresses/${ewoq}/balances:listCollectibles`,
    `/v1/avg_tps/${chain}`,
    ...lists.slice(1).map((list) => `/v1/chains/${chain}/addresses/${ewoq}/${list}?pageSize=20`),
  ]),
  ...(['mainnet', 'fuji'] as const).flatMap((network) => [
    `/v1/networks/${network}/subnets`,
    `/v1/networks/${network}/blockchains`,
    `/v1/networks/${network}/l1Validators?includeInactiveL1Validators=true`,
    ...['p-chain', 'x-chain', 'c-chain'].flatMap((chain) => [
      `/v1/networks/${network}/blockchains/${chain}/balances?addresses=${primary[network]}`,
      `/v1/networks/${network}/blockchains/${chain}/transactions?pageSize=20`,
      `/v1/networks/${network}/blockchains/${chain}/transactions?addresses=${primary[network]}`,
    ]),
    ...['p-chain', 'x-chain'].map(
      (chain) => `/v1/networks/${network}/blockchains/${chain}/blocks?pageSize=20`,
    ),
    `/v1/networks/${network}/delegators?pageSize=20`,
  ]),
  '/v1/chains',
]

const info = [
  'acps',
  'peers',
  'uptime',
  'upgrades',
  'getNodeID',
  'getNodeVersion',
  'getVMs',
  'getNetworkID',
  'getTxFee',
].map((method) => ({ path: '/ext/info', method: `info.${method}`, params: {} }))

const index = ['C/block', 'P/block', 'X/tx', 'X/block', 'X/vtx'].flatMap((path) => [
  { path: `/ext/index/${path}`, method: 'index.getLastAccepted', params: { encoding: 'hex' } },
  {
    path: `/ext/index/${path}`,
    method: 'index.getContainerRange',
    params: { startIndex: 0, numToFetch: 50, encoding: 'hex' },
  },
])

/** Names the world of a request in an `rpcUrl`: equal worlds differ in it. */
const worldPath = /\/_worlds\/[^/]+(?=\/ext\/)/g

/**
 * Returns a hundred responses of all four interfaces, with their requests.
 * @param headers headers such as the name of a world
 */
export async function responsesOf(
  server: Pick<Snowglobe, 'inject'>,
  headers: Record<string, string> = {},
): Promise<readonly (readonly [request: string, response: string])[]> {
  const responses: [string, string][] = []
  for (const url of data) {
    const { statusCode, body } = await server.inject({ url, headers })
    responses.push([url, `${statusCode} ${body.replace(worldPath, '')}`])
  }
  for (const { path, method, params } of [...info, ...index]) {
    const { statusCode, body } = await server.inject({
      method: 'POST',
      url: path,
      headers: { ...headers, 'content-type': 'application/json' },
      payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    responses.push([`${path} ${method}`, `${statusCode} ${body}`])
  }
  return responses
}

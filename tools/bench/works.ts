import type { Sent } from './load.ts'

/** Work that clients request: the same request repeatedly, or many different ones. */
export interface Work {
  readonly name: string
  /** Status of every response. */
  readonly status: number
  /** Request that is repeated. */
  readonly hot: Sent
  /** Distinct requests; absent if one stands for all. */
  readonly spread?: readonly Sent[]
}

/** List with a first and a last page. */
interface DeepList {
  readonly name: string
  readonly first: Sent
  readonly last: Sent
}

const ewoq = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'
const owner = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'
export const evmChains = ['43114', '43113', '930114', '930113']
const platform = '/v1/networks/mainnet/blockchains/p-chain'

const get = (path: string): Sent => ({ method: 'GET', path })

const call = (path: string, method: string, params: object): Sent => ({
  method: 'POST',
  path,
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
})

/** AddressedCall of the mainnet C-chain. */
const message =
  '0000000000010427d4b22a2a78bcddd456742caf91b56badbff985ee19aef14573e7343fd65200000022000000000001000000148db97c7cece249c2b98bdc0226cc4c2a57bf52fc00000000'

/**
 * Determines the measured works from a running server.
 * @param spreadOver number of distinct requests of a work with many
 */
export async function findWorks(url: string, spreadOver: number): Promise<Work[]> {
  const traders = await textsIn(url, transfers('43114', ewoq), /"address":"(0x\w{40})"/g)
  const owners = await textsIn(url, `${platform}/transactions?pageSize=100`, /"(avax1\w{38})"/g)
  const transferKeys = await keysOf(
    url,
    evmChains.flatMap((chain) => traders.map((trader) => transfers(chain, trader))),
    spreadOver,
  )
  const blockKeys = await keysOf(url, evmChains.map(blocks), spreadOver)
  return [
    {
      name: 'W1 page of 10 ERC-20 transfers',
      status: 200,
      hot: get(`${transfers('43114', ewoq)}?pageSize=10`),
      spread: withSizes(transferKeys, [10, 9], spreadOver),
    },
    {
      name: 'W2 page of 100 EVM blocks',
      status: 200,
      hot: get(`${blocks('43114')}?pageSize=100`),
      spread: withSizes(blockKeys, [100, 99, 98, 97, 96], spreadOver),
    },
    {
      name: 'W3 info.getNodeVersion',
      status: 200,
      hot: call('/ext/info', 'info.getNodeVersion', {}),
    },
    {
      name: 'W4 range of 1,024 containers',
      status: 200,
      hot: range(0),
      spread: Array.from({ length: 200 }, (_, start) => range(start)),
    },
    {
      name: 'page of 100 P-chain transactions',
      status: 200,
      hot: get(`${platform}/transactions?pageSize=100`),
    },
    { name: 'getBalances, 16 addresses', status: 200, hot: balances(owners.slice(0, 16)) },
    { name: 'getBalances, 64 addresses', status: 200, hot: balances(await sixtyFour(owners)) },
    {
      name: 'ERC-721 balances',
      status: 200,
      hot: get(`/v1/chains/43114/addresses/${ewoq}/balances:listErc721?pageSize=100`),
    },
    {
      name: 'aggregateSignatures',
      status: 200,
      hot: {
        method: 'POST',
        path: '/v1/signatureAggregator/mainnet/aggregateSignatures',
        body: JSON.stringify({ message }),
      },
    },
    { name: 'avg_tps', status: 200, hot: get('/v1/avg_tps/43114') },
    yearOfDays(
      'transactions of a year by day',
      '/v2/chains/43114/metrics/txCount?timeInterval=day',
    ),
    yearOfDays(
      'stakes of a year by day',
      '/v2/networks/mainnet/metrics/validatorWeight?startTimestamp=0',
    ),
    { name: '404', status: 404, hot: get('/v1/nothing') },
  ]
}

/** Builds a work whose other page sizes yield uncached responses. */
function yearOfDays(name: string, path: string): Work {
  const days = (count: number) => get(`${path}&pageSize=${count}`)
  return {
    name,
    status: 200,
    hot: days(365),
    spread: Array.from({ length: 200 }, (_, i) => days(365 + i)),
  }
}

/** Returns the lists whose end must not cost more than the beginning. */
export const findDeepLists = (url: string): Promise<DeepList[]> =>
  Promise.all(
    (
      [
        ['EVM blocks', `${blocks('43114')}?pageSize=10`],
        ['ERC-20 transfers', `${transfers('43114', ewoq)}?pageSize=10`],
        ['P-chain transactions', `${platform}/transactions?pageSize=10`],
        ['of an address', `${platform}/transactions?pageSize=10&addresses=${owner}`],
      ] as const
    ).map(async ([name, first]) => ({
      name,
      first: get(first),
      last: get(await lastPage(url, first)),
    })),
  )

const transfers = (chain: string, address: string) =>
  `/v1/chains/${chain}/addresses/${address}/transactions:listErc20`

const blocks = (chain: string) => `/v1/chains/${chain}/blocks`

const range = (startIndex: number): Sent =>
  call('/ext/index/P/block', 'index.getContainerRange', { startIndex, numToFetch: 1024 })

const balances = (addresses: readonly string[]): Sent =>
  get(`${platform}/balances?addresses=${addresses.join()}`)

/** Returns the maximum number of addresses in a request, including those that own something. */
async function sixtyFour(owners: readonly string[]): Promise<string[]> {
  const { addressText } = await import('../../src/formats/addresses.ts')
  const strangers = Array.from({ length: 64 }, (_, i) =>
    addressText(new Uint8Array(20).fill(i), 'avax'),
  )
  return [...owners, ...strangers].slice(0, 64)
}

async function responseOf(url: string, path: string): Promise<string> {
  const response = await fetch(url + path)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`)
  return text
}

/** Returns the matches of a pattern in a response, each once. */
const textsIn = async (url: string, path: string, pattern: RegExp): Promise<string[]> => [
  ...new Set([...(await responseOf(url, path)).matchAll(pattern)].map(([, text = '']) => text)),
]

const tokenIn = (text: string) => /"nextPageToken":"([^"]+)"/.exec(text)?.[1]

/** Reads lists with the token of each page, until there are enough. */
export async function keysOf(
  url: string,
  lists: readonly string[],
  max: number,
): Promise<string[]> {
  const found: string[] = []
  for (const list of lists) {
    let token: string | undefined
    do {
      const query = `pageSize=1${token === undefined ? '' : `&pageToken=${token}`}`
      token = tokenIn(await responseOf(url, `${list}?${query}`))
      if (token !== undefined) found.push(`${list}?pageToken=${token}`)
      if (found.length === max) return found
    } while (token !== undefined)
  }
  return found
}

/** Returns each of the pages in several sizes, in a shuffled order. */
export const withSizes = (
  pages: readonly string[],
  sizes: readonly number[],
  max: number,
): Sent[] => {
  const all = sizes.flatMap((size) => pages.map((page) => get(`${page}&pageSize=${size}`)))
  const chosen = all.slice(0, max)
  // The step 1,009 is a prime: with it every place is visited once.
  return chosen.map((sent, i) => chosen[(i * 1009) % chosen.length] ?? sent)
}

async function lastPage(url: string, first: string): Promise<string> {
  let page = first
  for (;;) {
    const token = tokenIn(await responseOf(url, page))
    if (token === undefined) return page
    page = `${first}&pageToken=${token}`
  }
}

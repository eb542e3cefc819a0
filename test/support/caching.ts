import fc from 'fast-check'
import { operations } from '../../src/operations.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { send } from './send.ts'
import { startServer } from './server.ts'

/** Request, or event between two requests. */
type Step =
  | {
      readonly do: 'ask'
      readonly question: number
      readonly live: boolean
      readonly fault: boolean
    }
  | { readonly do: 'follow'; readonly back: number; readonly live: boolean }
  | { readonly do: 'call'; readonly call: number; readonly live: boolean }
  | { readonly do: 'advance'; readonly by: string | number }
  | { readonly do: 'act' }
  | { readonly do: 'reset' }

const step = fc.oneof(
  {
    weight: 300,
    arbitrary: fc.record<Step & { do: 'ask' }>({
      do: fc.constant('ask'),
      question: fc.nat(),
      live: fc.boolean(),
      fault: fc.nat(20).map((n) => n === 0),
    }),
  },
  {
    weight: 100,
    arbitrary: fc.record<Step & { do: 'follow' }>({
      do: fc.constant('follow'),
      back: fc.nat(15),
      live: fc.boolean(),
    }),
  },
  {
    weight: 60,
    arbitrary: fc.record<Step & { do: 'call' }>({
      do: fc.constant('call'),
      call: fc.nat(),
      live: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record<Step & { do: 'advance' }>({
      do: fc.constant('advance'),
      by: fc.constantFrom(400, '1s', '90s', '6h', '2d'),
    }),
  },
  { weight: 3, arbitrary: fc.constant<Step>({ do: 'act' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'reset' }) },
)

const ewoq = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'
const values: Readonly<Record<string, readonly string[]>> = {
  network: ['mainnet', 'fuji'],
  blockchainId: ['p-chain', 'x-chain', 'c-chain'],
  chainId: ['43114', '43113', '1'],
  address: [ewoq],
  subnetId: ['11111111111111111111111111111111LpoYY'],
}
const owner = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'

/** URLs of every GET operation whose response follows from the world, some good and some bad for each. */
export const questions: readonly string[] = operations
  .filter(({ method, tag }) => method === 'GET' && tag !== 'Usage')
  .flatMap(({ path, query }) =>
    [0, 1, 2].map((i) => {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        const some = values[name] ?? ['0']
        return some[i % some.length] ?? '0'
      })
      const known = Object.keys(query.properties)
      const request = [
        known.includes('pageSize') ? `pageSize=${[2, 25, 100][i]}` : '',
        known.includes('addresses') && i < 2 ? `addresses=${owner}` : '',
        known.includes('vertexHeight') ? `vertexHeight=${i}` : '',
      ].filter((text) => text !== '')
      return request.length === 0 ? filled : `${filled}?${request.join('&')}`
    }),
  )

type Call = readonly [path: string, method: string, params: object]

export const calls: readonly Call[] = [
  ['/ext/info', 'info.getNodeVersion', {}],
  ['/ext/info', 'info.peers', {}],
  ['/ext/info', 'info.uptime', {}],
  ['/ext/index/P/block', 'index.getLastAccepted', { encoding: 'hex' }],
  ...['P/block', 'C/block', 'X/tx'].flatMap((index) =>
    [0, 1, 63, 64, 100].flatMap((startIndex) =>
      [1, 64, 130, 1024].map(
        (numToFetch): Call => [
          `/ext/index/${index}`,
          'index.getContainerRange',
          { startIndex, numToFetch, encoding: 'hex' },
        ],
      ),
    ),
  ),
]

/** Server of a pair that is expected to send equal responses. */
export type Compared = Pick<Snowglobe, 'url' | 'act' | 'clock' | 'reset' | 'close'>

/** Starts one server with a response cache so small that it evicts, and one without a cache. */
const withAndWithoutCache = (): Promise<Compared[]> =>
  Promise.all([4, 0].map((cacheMb) => startServer({ cacheMb })))

/**
 * Sends the same requests to two servers, while the same events happen to both.
 * @returns first request with different responses; undefined when there is none
 */
export async function firstDifference(
  requests: number,
  seed: number,
  open: () => Promise<readonly Compared[]> = withAndWithoutCache,
): Promise<string | undefined> {
  const servers = await open()
  const onBoth = (change: (server: Compared) => Promise<unknown>) =>
    Promise.all(servers.map(change))
  const tokens: string[] = []
  try {
    let requested = 0
    for (const next of fc.sample(step, { seed, numRuns: requests * 2 })) {
      if (requested === requests) break
      if (next.do === 'advance') await onBoth((server) => server.clock.advance(next.by))
      else if (next.do === 'reset') await onBoth((server) => server.reset())
      else if (next.do === 'act')
        await onBoth((server) =>
          server.act({ do: 'fund', to: owner, chain: 'P', amount: '1', network: 'mainnet' }),
        )
      else {
        const request = requestOf(next, tokens)
        if (!request) continue
        requested++
        const [cached, made] = await onBoth(async (server) => {
          // The requests use sockets, because an injected request never reaches the fast path.
          const { status, headers, body } = await send(server.url, request)
          const { date: _, ...others } = headers
          // Only what says where a server is may differ.
          const placeless = body.replaceAll(new URL(server.url).host, 'host')
          return { head: JSON.stringify([status, others]), body: placeless }
        }).then((both) => both as { head: string; body: string }[])
        if (!cached || !made || cached.head !== made.head || cached.body !== made.body)
          return `request ${requested}: ${JSON.stringify(request)}: ${cached?.head} ${made?.head}`
        const token = /"nextPageToken":"([^"]+)"/.exec(made.body)?.[1]
        const [base] = request.path.split(/[?&]pageToken=/)
        if (token && base)
          tokens.unshift(`${base}${base.includes('?') ? '&' : '?'}pageToken=${token}`)
        tokens.length = Math.min(tokens.length, 16)
      }
    }
    return undefined
  } finally {
    await onBoth((server) => server.close())
  }
}

function requestOf(request: Step & { do: 'ask' | 'follow' | 'call' }, tokens: readonly string[]) {
  const headers: Record<string, string> = {
    'x-snowglobe-dialect': request.live ? 'live' : 'documented',
  }
  if (request.do === 'follow') {
    const path = tokens[request.back]
    return path === undefined ? undefined : { path, headers }
  }
  if (request.do === 'ask') {
    if (request.fault) headers['x-snowglobe-fault'] = '503'
    return { path: questions[request.question % questions.length] ?? '/', headers }
  }
  const call = calls[request.call % calls.length]
  if (!call) return undefined
  const [path, method, params] = call
  return {
    method: 'POST',
    path,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: request.call, method, params }),
  }
}

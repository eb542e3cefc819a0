import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  atomicMethodNames,
  evmMethodNames,
  exchangeMethodNames,
  healthMethodNames,
  platformMethodNames,
  proposerMethodNames,
} from '../../schemas/chain/method-names.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { send } from '../support/send.ts'
import { startServer } from '../support/server.ts'
import { ewoqText } from './support/wallet.ts'

let server: Snowglobe
/** Paths of the L1 of the built-in world: by EVM chain id, blockchain id and name. */
let ofL1: readonly string[]
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
  const { chains } = (await server.inject('/v1/chains?network=testnet')).json()
  const l1 = chains.find(({ chainId }: { chainId: string }) => chainId === '930113')
  ofL1 = [l1.chainId, l1.platformChainId, encodeURIComponent(l1.chainName)].map(
    (name) => `/ext/bc/${name}/rpc`,
  )
})
afterAll(() => server.close())

const request = async (path: string, method: string, params: unknown) => {
  const payload = { jsonrpc: '2.0', id: 1, method, params }
  const { statusCode, body } = await server.inject({ method: 'POST', url: path, payload })
  return { statusCode, body }
}

// Paths of avalanchego, by letter, alias and the ids of fuji's blockchains.
const platform = '11111111111111111111111111111111LpoYY'
const exchange = '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm'
const contract = 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp'
const named = { addresses: [`P-${ewoqText}`], sourceChain: 'X', limit: 1 }

test.each([
  ...platformMethodNames.map((method) => [
    method,
    ['bc/P', 'bc/platform', 'P', 'platform'],
    platform,
    '',
  ]),
  ...exchangeMethodNames.map((method) => [method, ['bc/X', 'bc/avm', 'X', 'avm'], exchange, '']),
  ...atomicMethodNames.map((method) => [method, ['bc/C', 'bc/evm'], contract, '/avax']),
  ...proposerMethodNames.flatMap((method) => [
    [method, ['bc/P', 'bc/platform', 'P', 'platform'], platform, '/proposervm'],
    [method, ['bc/X', 'bc/avm', 'X', 'avm'], exchange, '/proposervm'],
    [method, ['bc/C', 'bc/evm'], contract, '/proposervm'],
  ]),
] as [string, string[], string, string][])(
  '%s has the same response at every path of its chain',
  async (method, names, id, rest) => {
    const [first, ...others] = [
      ...names.map((name) => `/ext/${name}${rest}`),
      `/ext/bc/${id}${rest}`,
    ]
    const expected = await request(first ?? '', method, named)
    expect(expected.statusCode).toBe(200)
    expect(expected.body).not.toContain("can't find")
    for (const path of others) expect(await request(path, method, named)).toEqual(expected)
    expect((await request(`/ext/bc/D${rest}`, method, named)).statusCode).toBe(404)
  },
)

/** Methods that subnet-evm has and coreth has not. */
const ofL1sOnly = ['eth_feeConfig', 'eth_getActiveRulesAt']

test.each(evmMethodNames)('%s has the same response at every path of a chain', async (method) => {
  const ofC = ['C', 'evm', contract].map((name) => `/ext/bc/${name}/rpc`)
  for (const paths of [ofC, ofL1]) {
    const [first = '', ...others] = paths
    const expected = await request(first, method, [])
    expect(expected.statusCode).toBe(200)
    const isThere = paths === ofL1 || !ofL1sOnly.includes(method)
    expect(expected.body.includes('-32601')).toBe(!isThere)
    for (const path of others) expect(await request(path, method, [])).toEqual(expected)
  }
})

test.each(healthMethodNames)('%s answers', async (method) => {
  expect(JSON.parse((await request('/ext/health', method, {})).body).result.healthy).toBe(true)
})

test.each(['/ext/bc/2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5/rpc', '/ext/bc/P/rpc'])(
  '%s is no path of an EVM chain of fuji',
  async (path) => {
    expect((await request(path, 'eth_chainId', [])).statusCode).toBe(404)
  },
)

test('a path of WebSocket connections is not there yet, and a request for one is answered', async () => {
  const headers = {
    ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }
  const upgraded = async (path: string) => (await send(server.url, { path, headers })).status
  expect(await upgraded('/ext/bc/C/ws')).toBe(404)
  expect(await upgraded('/ext/bc/C/rpc')).toBe(200)
  expect(await upgraded('/ext/bc/P')).toBe(405)
  expect((await request('/ext/bc/C/rpc', 'eth_chainId', [])).body).toContain('0xa869')
})

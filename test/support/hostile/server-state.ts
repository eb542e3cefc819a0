import { send } from '../send.ts'
import { readWorlds } from './requests.ts'

// Legitimate requests to the server of a hostile run.

const node = (path: string, method: string, params: object) => ({
  ...{ method: 'POST', path, headers: { 'content-type': 'application/json' } },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
})

/** Requests of every interface whose responses are the same before and after. */
const canonical = [
  ...['/v1/chains', '/v1/chains/43114/blocks?pageSize=100', '/v1/networks/mainnet/validators'],
  ...['/v1/networks/mainnet/blockchains/p-chain/transactions?pageSize=50', '/v1/icm/messages'],
  ...['/v1/avg_tps/43114', '/v2/chains/43114/metrics/txCount?timeInterval=day', '/openapi.json'],
  ...['/v1/health-check', '/v1/live-check', '/v1/nothing', '/_admin/live', '/_admin/ready'],
  ...['/_admin/cast', '/_admin/clock', '/_admin/faults', '/_admin/worlds', '/_admin/page/page.js'],
]
  .map((path) => ({ method: 'GET', path }))
  .concat([
    node('/ext/info', 'info.peers', {}),
    node('/ext/info', 'info.getBlockchainID', { alias: 'X' }),
    node('/ext/index/P/block', 'index.getContainerRange', {
      ...{ startIndex: 0, numToFetch: 64, encoding: 'hex' },
    }),
    node('/ext/index/X/tx', 'index.getLastAccepted', { encoding: 'hex' }),
  ])

/** Returns each response as text: status, headers except the date, body. */
export async function canonicalResponses(url: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const request of canonical) {
    const { status, headers, body } = await send(url, request)
    const { date, ...others } = headers
    found.set(JSON.stringify(request), JSON.stringify({ status, others, body }))
  }
  return found
}

/** Returns the requests whose responses have changed. */
export const differing = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...before.keys()].filter((request) => before.get(request) !== after.get(request))

/** Random faults of every kind except those that keep a client waiting for minutes. */
const rules = [
  { match: { path: '/v1/{chains,networks}/**' }, probability: 0.02, respond: { status: 503 } },
  { match: { interface: 'info' }, probability: 0.02, respond: { status: 429, message: 'later' } },
  { match: { interface: 'index' }, probability: 0.01, connection: 'truncate' },
  { probability: 0.02, delay: { ms: 3, jitterMs: 10 } },
  { probability: 0.005, delay: { ms: 0, chunkMs: 1 }, match: { method: 'POST' } },
  { match: { method: 'GET' }, probability: 0.02, cors: false },
  ...['reset', 'empty', 'truncate', 'malformed'].map((connection) => ({
    ...{ probability: 0.003, connection },
  })),
]

async function control(url: string, method: string, path: string, body = {}, world = 'default') {
  const headers = {
    'content-type': 'application/json',
    ...(world !== 'default' && { 'x-snowglobe-world': world }),
  }
  const response = await send(url, { method, path, headers, body: JSON.stringify(body) })
  if (response.status >= 300)
    throw new Error(`${method} ${path}: ${response.status} ${response.body}`)
}

/** Sets rules in every world that hostile requests read, or removes them. */
export async function setRules(url: string, areOn: boolean): Promise<void> {
  for (const world of ['default', ...readWorlds]) {
    await control(url, 'DELETE', '/_admin/faults', {}, world)
    if (areOn) await control(url, 'POST', '/_admin/faults', { rules }, world)
  }
}

/** Restores the initial state of the server. */
export const cleanUp = (url: string): Promise<void> => control(url, 'POST', '/_admin/reset')

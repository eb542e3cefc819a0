import { afterAll, beforeAll, expect, test } from 'vitest'
import { infoMethods } from '../../schemas/info.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { exchange, requestText } from '../json-rpc/support/raw-http.ts'
import { rpc } from '../support/rpc.ts'
import { startServer } from '../support/server.ts'

let mainnet: Snowglobe
let fuji: Snowglobe
beforeAll(async () => {
  mainnet = await startServer()
  fuji = await startServer({
    network: 'fuji',
    publicNode: true,
    httpAllowedHosts: ['localhost'],
    rateLimit: { perMinute: 40, withKey: 40 },
  })
})
afterAll(() => Promise.all([mainnet.close(), fuji.close()]))

const call = '{"jsonrpc":"2.0","id":1,"method":"info.getNetworkName"}'

function send(server: Snowglobe, line: string, headers: Record<string, string> = {}, body = call) {
  const request = requestText(line, { 'Content-Type': 'application/json', ...headers }, body)
  return exchange(Number(new URL(server.url).port), request)
}

const post = (server: Snowglobe, path: string, headers?: Record<string, string>, body?: string) =>
  send(server, `POST ${path} HTTP/1.1`, headers, body)

test('every method of the contract is served', async () => {
  const needed = { chain: 'X', alias: 'X' }
  for (const method of Object.keys(infoMethods))
    expect(await rpc(mainnet, '/ext/info', method, needed)).toBeTypeOf('object')
})

test('the network and what a public node withholds follow from the options', async () => {
  expect((await post(mainnet, '/ext/info')).body).toContain('"networkName":"mainnet"')
  expect((await post(fuji, '/ext/info')).body).toContain('"networkName":"fuji"')
  for (const method of ['info.getNodeID', 'info.getNodeIP', 'info.getVMs'])
    await expect(rpc(fuji, '/ext/info', method)).rejects.toThrow("rpc: can't find method")
})

test('the node names itself on every response below /ext', async () => {
  const { nodeID } = await rpc<{ nodeID: string }>(mainnet, '/ext/info', 'info.getNodeID')
  for (const [line, status] of [
    ['POST /ext/info HTTP/1.1', 200],
    ['GET /ext/info HTTP/1.1', 405],
    ['POST /ext/info/ HTTP/1.1', 404],
    ['PROPFIND /ext HTTP/1.1', 404],
    ['POST //ext/info HTTP/1.1', 301],
    ['POST /v1/../ext/info HTTP/1.1', 301],
  ] as const) {
    const response = await send(mainnet, line)
    expect([line, response.status]).toEqual([line, status])
    expect(response.valuesOf('node-id')).toEqual([nodeID])
    expect(response.valuesOf('vary')).toEqual(['Origin'])
  }
})

test('a preflight below /ext has the response of the node, not of the other interfaces', async () => {
  const { status, valuesOf } = await send(
    mainnet,
    'OPTIONS /ext/info HTTP/1.1',
    { Origin: 'https://wallet.example', 'Access-Control-Request-Method': 'POST' },
    '',
  )
  expect(status).toBe(200)
  expect(valuesOf('access-control-allow-methods')).toEqual(['POST'])
  expect(valuesOf('access-control-allow-credentials')).toEqual(['true'])
})

test('hosts are checked below /ext', async () => {
  expect((await post(fuji, '/ext/info', { Host: 'evil.example' })).status).toBe(403)
  expect((await post(mainnet, '/ext/info', { Host: 'evil.example' })).status).toBe(200)
})

test('bodies of 128 KiB pass the server, larger ones are 413', async () => {
  const padded = (length: number) => call.padStart(length)
  expect((await post(mainnet, '/ext/info', {}, padded(128 * 1024))).status).toBe(200)
  expect((await post(mainnet, '/ext/info', {}, padded(128 * 1024 + 1))).status).toBe(413)
})

test('above the rate limit the response is 429 with an ErrorBody and the name of the node', async () => {
  const ask = () => post(fuji, '/ext/info', { Origin: 'https://wallet.example' })
  let response = await ask()
  for (let i = 0; i < 50 && response.status === 200; i++) response = await ask()
  expect(response.status).toBe(429)
  expect(JSON.parse(response.body)).toMatchObject({ statusCode: 429, error: 'Too Many Requests' })
  expect(response.valuesOf('node-id')[0]).toMatch(/^NodeID-/)
  expect(response.valuesOf('retry-after')).toHaveLength(1)
  expect(response.valuesOf('access-control-allow-origin')).toEqual(['*'])
})

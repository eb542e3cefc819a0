import { afterEach, expect, test } from 'vitest'
import type { Snowglobe, SnowglobeOptions } from '../../src/snowglobe.ts'
import { rpc } from '../http/faults/support.ts'
import { send } from '../support/send.ts'
import { startServer } from '../support/server.ts'

const servers: Snowglobe[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

async function start(options: SnowglobeOptions = {}): Promise<Snowglobe> {
  const server = await startServer({ pace: 0, ...options })
  servers.push(server)
  return server
}

const blocks = '/v1/chains/43114/blocks?pageSize=2'
const peers = rpc('info.peers')
const asPage = <Sent extends { path: string }>(request: Sent) => ({
  ...request,
  path: `/_admin/page/ask${request.path}`,
})

test('what the page asks meets no fault, limit, key or scenario, and leaves no trace', async () => {
  const server = await start({ rateLimit: { perMinute: 1, withKey: 1 }, auth: 'required' })
  const plain = await start()
  const [{ body: openapi }, { body: node }] = await Promise.all([
    send(plain.url, { path: '/openapi.json' }),
    send(plain.url, peers),
  ])
  await server.scenarios.set('missing-chain', { chain: '43114' })
  await server.scenarios.set('node', { personality: 'index-off' })
  await server.faults.add([{ times: 2, respond: { status: 429 } }, { connection: 'reset' }])

  for (let i = 0; i < 4; i++) {
    const listed = await send(server.url, asPage({ path: blocks }))
    expect(listed.status).toBe(200)
    expect(JSON.parse(listed.body).blocks).toHaveLength(2)
    expect(listed.headers).not.toHaveProperty('x-snowglobe-fault')
  }
  expect((await send(server.url, asPage({ path: '/openapi.json' }))).body).toBe(openapi)
  expect((await send(server.url, asPage(peers))).body).toBe(node)
  const index = asPage(rpc('index.getLastAccepted', '/ext/index/P/block'))
  expect(JSON.parse((await send(server.url, index)).body)).toHaveProperty('result')

  expect(await server.requests.list()).toEqual({ requests: [] })
  expect(await server.requests.verdicts()).toEqual({ verdicts: [] })
  // Both of the rule's times are left.
  const headers = { 'x-glacier-api-key': 'any' }
  expect((await send(server.url, { path: blocks, headers })).status).toBe(429)
  expect((await send(server.url, { path: blocks, headers })).status).toBe(429)
  await expect(send(server.url, { path: blocks, headers })).rejects.toThrow()
})

test('refusals of the interfaces come through in their shapes, and worlds by their names', async () => {
  const server = await start()
  const wrong = await send(server.url, asPage({ path: '/v1/chains/43114/blocks?pageSize=x' }))
  expect(wrong.status).toBe(400)
  expect(JSON.parse(wrong.body)).toHaveProperty('statusCode', 400)
  expect((await send(server.url, asPage({ path: '/_admin/world' }))).status).toBe(404)
  await server.in('other').act({ do: 'fund', to: 'bob', chain: 'C', amount: '1' })
  const [here, there] = await Promise.all(
    ['default', 'other'].map(async (name) => {
      const headers = name === 'default' ? {} : { 'x-snowglobe-world': name }
      return JSON.parse((await send(server.url, { ...asPage({ path: blocks }), headers })).body)
    }),
  )
  expect(Number(there.blocks[0].blockNumber)).toBe(Number(here.blocks[0].blockNumber) + 1)
})

test('only those may ask so who may use the control plane', async () => {
  const server = await start({ adminToken: 'secret' })
  const request = asPage({ path: blocks })
  const statusOf = async (headers: Record<string, string>) =>
    (await send(server.url, { ...request, headers })).status
  const authorization = 'Bearer secret'
  expect(await statusOf({})).toBe(401)
  expect(await statusOf({ authorization: 'Bearer wrong' })).toBe(401)
  expect(await statusOf({ authorization, origin: 'http://evil.example' })).toBe(403)
  expect(await statusOf({ authorization, 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await statusOf({ authorization, host: 'evil.example' })).toBe(403)
  const response = await send(server.url, { ...request, headers: { authorization } })
  expect(response.status).toBe(200)
  expect(Object.keys(response.headers).filter((name) => name.startsWith('access-'))).toEqual([])
  const without = await start({ noAdmin: true })
  expect((await send(without.url, request)).status).toBe(404)
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { serializePipelining } from '../../src/http/guards/serialize-pipelining.ts'
import { brokenRequestHandler } from '../../src/http/server/broken-request.ts'
import { followConnections } from '../../src/http/server/connections.ts'
import { createInternalErrors } from '../../src/http/server/internal-errors.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { rawClient, talk } from '../support/raw.ts'
import { get, startServer } from '../support/server.ts'

let server: Snowglobe
let port: number
beforeAll(async () => {
  server = await startServer()
  port = Number(new URL(server.url).port)
})
afterAll(() => server?.close())

const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => code)

/** A request whose first chunk has no length. */
const brokenChunk = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`
const paths = [
  '/ext/info',
  '/ext/index/P/block',
  '/v1/signatureAggregator/mainnet/aggregateSignatures',
  '/_admin/actions',
]

test.each(paths)(
  'a broken chunk on %s is refused at once and ends the connection',
  async (path) => {
    expect(statusesIn(await talk(port, brokenChunk(path)))).toEqual(['400'])
  },
)

test('the refusal of a broken HEAD has no body, as HTTP demands', async () => {
  const text = await talk(port, brokenChunk('/ext/info').replace('POST', 'HEAD'))
  expect(statusesIn(text)).toEqual(['400'])
  expect(text.endsWith('\r\n\r\n')).toBe(true)
})

test('what came whole before a broken chunk is answered first', async () => {
  const first = 'GET /v1/chains HTTP/1.1\r\nHost: x\r\n\r\n'
  const text = await talk(port, first.repeat(2) + brokenChunk('/ext/info'))
  expect(statusesIn(text)).toEqual(['200', '200', '400'])
})

test('a request that was answered before its body came is not answered again', async () => {
  const { socket, ended, read } = rawClient(port)
  const [head = '', ...rest] = brokenChunk('/v1/nope').split(/(?=zz)/)
  socket.write(head)
  while (statusesIn(read()).length === 0) await wait(5)
  socket.write(rest.join(''))
  expect(statusesIn(await ended)).toEqual(['404'])
})

const started: Server[] = []
afterEach(() => {
  for (const one of started.splice(0)) one.close()
})

/** A server as ours, but for the time that a request may take to arrive. */
async function impatientServer(): Promise<number> {
  const http = createServer({ connectionsCheckingInterval: 20 }, (request, response) => {
    request.resume().on('end', () => response.end('whole'))
  })
  http.requestTimeout = 300
  http.headersTimeout = 300
  const connections = followConnections(http)
  const refuse = brokenRequestHandler(
    serializePipelining(http, connections, [], createInternalErrors()),
  )
  http.on('clientError', refuse)
  started.push(http)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return (http.address() as AddressInfo).port
}

test('a body that never arrives, or drips, is refused when its time is over', async () => {
  const impatient = await impatientServer()
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n'
  expect(statusesIn(await talk(impatient, head))).toEqual(['400'])

  const dripping = rawClient(impatient)
  dripping.socket.write(head)
  const isOver = dripping.ended.then(() => true)
  while (!(await Promise.race([isOver, wait(40, false)])))
    if (dripping.socket.writable) dripping.socket.write('x')
  expect(dripping.read()).toContain('The request must arrive within 30 seconds')
})

test('nesting that would exhaust the stack is refused by every reader, and nothing ends', async () => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
  const post = (path: string, body = deep) =>
    server.inject({
      method: 'POST',
      url: path,
      body,
      headers: { 'content-type': 'application/json' },
    })
  const aggregate = '/v1/signatureAggregator/mainnet/aggregateSignatures'
  for (const path of [aggregate, '/v1/networks/mainnet/blockchains/p-chain/utxos'])
    expect((await post(path)).json()).toMatchObject({
      statusCode: 400,
      message: 'The request body has more than 64 levels',
    })
  for (const path of ['/_admin/actions', '/_admin/requests/verify', '/_admin/import'])
    expect((await post(path)).json().error).toMatchObject({
      ...{ code: 'bad_request', message: 'the body has more than 64 levels' },
      details: { pointer: '', expected: 'JSON of at most 64 levels' },
    })
  const call = await post(
    '/ext/info',
    `{"jsonrpc":"2.0","id":1,"method":"info.getNodeID","params":${deep}}`,
  )
  expect(call.json().error).toMatchObject({ code: -32700 })
  const text = await talk(
    port,
    `POST ${aggregate} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${deep.length}\r\n\r\n${deep}`,
  )
  expect(statusesIn(text)).toEqual(['400'])
  expect((await get(server, '/_admin/live')).body).toEqual({ status: 'ok' })
})

test('the journal has a body as it was sent', async () => {
  const body = '{ "message" : 1e400 }'
  await server.inject({
    ...{ method: 'POST', url: '/v1/signatureAggregator/mainnet/aggregateSignatures', body },
    headers: { 'content-type': 'application/json' },
  })
  const [latest] = await server.requests.list({ pageSize: 1 }).then(({ requests }) => requests)
  expect((await server.requests.get(latest?.id ?? 0)).body).toBe(body)
})

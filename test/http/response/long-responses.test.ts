import { once } from 'node:events'
import net from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { send } from '../../support/send.ts'
import { startServer } from '../../support/server.ts'

// Responses above 64 KiB, of both kinds that are sent in the parts in which they are stored.
const transactions = {
  method: 'GET',
  path: '/v1/networks/mainnet/blockchains/p-chain/transactions?pageSize=100',
  headers: {},
  body: '',
}
const containers = {
  method: 'POST',
  path: '/ext/index/P/block',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'index.getContainerRange',
    params: { startIndex: 0, numToFetch: 1024 },
  }),
}
const long = [transactions, containers]

let server: Snowglobe
let unkept: Snowglobe
beforeAll(async () => {
  ;[server, unkept] = await Promise.all([startServer(), startServer({ cacheMb: 0 })])
})
afterEach(() => server.faults.clear())
afterAll(() => Promise.all([server?.close(), unkept?.close()]))

test.each(long)('a long response of $path is the same with keeping on and off', async (request) => {
  const made = await send(unkept.url, request)
  expect(made.body.length).toBeGreaterThan(65_536)
  for (let again = 0; again < 3; again++) {
    const cached = await send(server.url, request)
    expect(cached.body).toBe(made.body)
    expect(Object.keys(cached.headers).sort()).toEqual(Object.keys(made.headers).sort())
    expect(cached.headers['content-length']).toBe(String(made.body.length))
    expect(cached.headers['content-type']).toBe(made.headers['content-type'])
  }
})

test('the head of a long response is reported without its body', async () => {
  const { body } = await send(server.url, transactions)
  const head = await send(server.url, { ...transactions, method: 'HEAD' })
  expect(head.body).toBe('')
  expect(head.headers['content-length']).toBe(String(body.length))
})

test('long responses to requests in one burst follow one another', async () => {
  const { body } = await send(server.url, transactions)
  const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
  const head = `GET ${transactions.path} HTTP/1.1\r\nhost: localhost\r\n`
  socket.write(`${head}\r\n${head}\r\n${head}connection: close\r\n\r\n`)
  let text = ''
  for await (const part of socket) text += part
  expect(text.split(body)).toHaveLength(4)
})

test.each(long)('half of a truncated long response of $path arrives', async (request) => {
  const whole = (await send(server.url, request)).body
  await server.faults.add({ connection: 'truncate' })
  const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
  const { method, path, body } = request
  socket.end(
    `${method} ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
      `content-length: ${body.length}\r\n\r\n${body}`,
  )
  let text = ''
  socket.on('data', (part) => {
    text += part
  })
  await once(socket, 'close')
  expect(text.split('\r\n\r\n')[1]).toBe(whole.slice(0, Math.floor(whole.length / 2)))
})

test('a client that leaves in the middle of long responses takes nothing from others', async () => {
  for (let i = 0; i < 20; i++) {
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(`GET ${transactions.path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    await once(socket, 'data')
    socket.destroy()
  }
  expect((await send(server.url, transactions)).status).toBe(200)
})

import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { startServerProcess, stopCommands } from '../support/command.ts'
import { send } from '../support/send.ts'
import { startServer } from '../support/server.ts'

const large = '/v1/networks/mainnet/blockchains/p-chain/transactions?pageSize=100'
/** Requests for as many responses, all others: a cached one is not made again. */
const others = (count: number) =>
  Array.from({ length: count }, (_, n) => get(large.replace('100', String(100 - n)))).join('')
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** A connection that reads, or leaves its responses with the server. */
async function connect(port: number, { reads }: { reads: boolean }) {
  const socket = net.connect(port, '127.0.0.1')
  open.unshift(() => socket.destroy())
  let text = ''
  // Being cut off is part of what is tested.
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  const read = () => {
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part
    })
  }
  if (reads) read()
  else socket.pause()
  await once(socket, 'connect')
  return {
    socket,
    closed,
    read,
    statuses: () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status)),
    text: () => text,
  }
}

async function startCounting() {
  const made: string[] = []
  const server = await startServer({ inspect: ({ operation }) => made.push(operation.operationId) })
  open.push(() => server.close())
  return { server, made, port: Number(new URL(server.url).port) }
}

test('seventeen requests in one burst are answered in their order, on every interface', async () => {
  const { port } = await startCounting()
  const { socket, statuses, text } = await connect(port, { reads: true })
  const call = post('/ext/info', '{"jsonrpc":"2.0","id":7,"method":"info.getNetworkID"}')
  const four = get('/v1/chains') + get('/v1/avg_tps/43114') + call + get('/v1/nope')
  socket.write(four.repeat(4) + get('/v1/nope/x'))
  while (statuses().length < 17) await once(socket, 'data')
  expect(statuses()).toEqual([...Array(4).fill([200, 200, 200, 404]).flat(), 404])
  expect(text().match(/"id":7/g)).toHaveLength(4)

  socket.write(call)
  while (statuses().length < 18) await once(socket, 'data')
  expect(statuses().at(-1)).toBe(200)
})

test('what is no HTTP is refused after the requests before it are answered', async () => {
  const { port } = await startCounting()
  const { socket, statuses, closed } = await connect(port, { reads: true })
  socket.write(`${get('/v1/chains').repeat(3)}nonsense\r\n\r\n`)
  await closed
  expect(statuses()).toEqual([200, 200, 200, 400])
})

test('a client with eighteen requests in flight is cut off, and no other', async () => {
  const { server, made, port } = await startCounting()
  const { socket, closed } = await connect(port, { reads: true })
  socket.write(get(large).repeat(18))
  await closed
  expect(made).toEqual([])
  expect((await send(server.url, { path: '/v1/chains' })).status).toBe(200)
})

test('requests of others are answered between those of a burst', async () => {
  const { made, port } = await startCounting()
  const burst = await connect(port, { reads: true })
  const other = await connect(port, { reads: true })
  burst.socket.write(others(17))
  other.socket.write(get('/v1/chains'))
  while (burst.statuses().length < 17) await once(burst.socket, 'data')
  expect(made).toHaveLength(18)
  expect(made.indexOf('listChains')).toBeLessThan(10)
})

test('while a client does not read, the next of its responses is not made', async () => {
  const { made, port } = await startCounting()
  const { socket, read, statuses } = await connect(port, { reads: false })
  socket.write(others(17))
  let before = -1
  // The system takes some responses into its own buffers.
  while (before < made.length) {
    before = made.length
    await sleep(300)
  }
  expect(made.length).toBeLessThan(17)
  read()
  socket.resume()
  while (statuses().length < 17) await once(socket, 'data')
  expect(made).toHaveLength(17)
})

test('bursts of clients that do not read leave a small process alive', async () => {
  const env = { NODE_OPTIONS: '--max-old-space-size=128' }
  const server = await startServerProcess([], { env })
  open.push(stopCommands)
  for (let i = 0; i < 10; i++) {
    const { socket } = await connect(server.port, { reads: false })
    socket.write(get(large).repeat(300))
  }
  await sleep(50)
  expect((await send(server.url, { path: '/v1/chains' })).status).toBe(200)
  expect(server.child).toMatchObject({ exitCode: null, signalCode: null })
})

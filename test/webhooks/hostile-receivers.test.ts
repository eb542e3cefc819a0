import dns from 'node:dns/promises'
import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { receive } from '../../src/testing/receiver.ts'
import { create, evm } from '../data/webhooks/support/webhooks.ts'
import { get, startServer } from '../support/server.ts'

const { lookup } = dns
let server: Snowglobe
const receivers: { readonly server: Server; readonly sockets: Set<Socket> }[] = []
beforeEach(async () => {
  server = await startServer({ pace: 0, webhookHosts: ['*'] })
})
afterEach(async () => {
  dns.lookup = lookup
  syncBuiltinESMExports()
  await server?.close()
  for (const { server: each, sockets } of receivers.splice(0)) {
    for (const socket of sockets) socket.destroy()
    each.close()
  }
})

/** Starts a server on loopback that does with each connection what it is given. */
async function receiver(take: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const made = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    take(socket)
  }).listen(0, '127.0.0.1')
  await once(made, 'listening')
  receivers.push({ server: made, sockets })
  const { port } = made.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, port, sockets }
}
const pay = () => server.act({ do: 'transfer', from: 'ewoq', to: 'ewoq', chain: 'C', amount: '1' })

test('a receiver that never answers delays no other webhook, no request, no clock and no stop', async () => {
  const silent = await receiver(() => {})
  const healthy = await receive()
  await create(server, { ...evm, url: silent.url })
  await create(server, { ...evm, url: healthy.url })
  for (let payment = 0; payment < 3; payment++) await pay()
  for (let message = 0; message < 3; message++) await healthy.next()
  await server.clock.advance('30d')
  expect((await get(server, '/v1/chains')).status).toBe(200)
  // First attempts of a webhook follow one another: one connection, and no more.
  expect(silent.sockets.size).toBe(1)
  await expect
    .poll(() => server.deliveries.list({ state: 'delivered' }))
    .toMatchObject({ deliveries: [{}, {}, {}] })
  await server.close()
  expect((await server.deliveries.list({ eventType: 'address_activity' })).deliveries).toEqual(
    expect.arrayContaining([expect.objectContaining({ error: 'the server is stopping' })]),
  )
  await healthy.close()
})

test('an attempt without a response ends after ten seconds, and another follows', async () => {
  const silent = await receiver(() => {})
  // Its headers begin, and never end.
  const slow = await receiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-a: b\r\n')
  })
  await create(server, { ...evm, url: silent.url })
  await create(server, { ...evm, url: slow.url })
  await pay()
  expect(await server.deliveries.settle({ timeoutMs: 60_000 })).toEqual({
    ...{ delivered: 0, failed: 2, waiting: 2 },
  })
  const { deliveries } = await server.deliveries.list({ state: 'failed' })
  for (const { error, durationMs } of deliveries) {
    expect(error).toBe('no response within 10 s')
    expect(durationMs).toBeGreaterThanOrEqual(9_990)
  }
  expect(deliveries).toHaveLength(2)
})

test('a body that never ends counts by its status, and is cut off when the time is over', async () => {
  const endless = await receiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10000000000\r\n\r\nsome')
  })
  await create(server, { ...evm, url: endless.url })
  await pay()
  expect(await server.deliveries.settle({ timeoutMs: 60_000 })).toMatchObject({ delivered: 1 })
  const [row] = (await server.deliveries.list()).deliveries
  expect((await server.deliveries.get(row?.id ?? '')).response?.body).toBe('some')
})

test.each([
  ['nothing', '', 'failed'],
  ['half a status line', 'HTTP/1.1 2', 'failed'],
  ['half of its headers', 'HTTP/1.1 200 OK\r\nx-a: ', 'failed'],
  ['what is no HTTP', '\u0000\u0001 hello\r\n\r\n', 'failed'],
  ['half of its body', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', 'delivered'],
  ['another protocol', 'HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n', 'failed'],
])('a receiver that sends %s and leaves ends the attempt at once', async (_, text, state) => {
  const leaving = await receiver((socket) => void socket.end(text))
  await create(server, { ...evm, url: leaving.url })
  await pay()
  expect(await server.deliveries.settle()).toMatchObject({ [state]: 1 })
  const { deliveries } = await server.deliveries.list({ state: state as 'failed' })
  expect(deliveries).toHaveLength(1)
})

test.each(['169.254.169.254', 'fe80::1', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe'])(
  'a name that resolves to the link-local address %s gets no connection',
  async (address) => {
    const lookedUp: string[] = []
    dns.lookup = (async (host: string) => {
      lookedUp.push(host)
      return [{ address, family: address.includes(':') ? 6 : 4 }]
    }) as unknown as typeof lookup
    syncBuiltinESMExports()
    await create(server, { ...evm, url: 'http://metadata.example./' })
    await pay()
    expect(await server.deliveries.settle()).toEqual({ delivered: 0, failed: 1, waiting: 1 })
    expect((await server.deliveries.list({ state: 'failed' })).deliveries).toMatchObject([
      {
        error: `metadata.example. leads to the link-local address ${address}, to which no messages go`,
      },
    ])
    expect(lookedUp).toEqual(['metadata.example.'])
  },
)

test('the connection goes to the address that was checked, and the name is resolved once', async () => {
  const healthy = await receive()
  const port = new URL(healthy.url).port
  let lookups = 0
  // A second lookup would lead elsewhere.
  dns.lookup = (async () => [
    { address: lookups++ === 0 ? '127.0.0.1' : '169.254.169.254', family: 4 },
  ]) as unknown as typeof lookup
  syncBuiltinESMExports()
  await create(server, { ...evm, url: `http://hooks.example:${port}/a` })
  await pay()
  const { headers } = await healthy.next()
  expect(headers.host).toBe(`hooks.example:${port}`)
  expect(lookups).toBe(1)
  await healthy.close()
})

test('thirty-two attempts of a server run at once, and the others wait', async () => {
  const respond = (socket: Socket) => void socket.end('HTTP/1.1 204 No Content\r\n\r\n')
  const held: Socket[] = []
  let take = (socket: Socket) => void held.push(socket)
  const receiving = await receiver((socket) => take(socket))
  for (let webhook = 0; webhook < 40; webhook++)
    await create(server, { ...evm, url: `${receiving.url}${webhook}` })
  await pay()
  // The receivers respond only afterwards.
  await expect.poll(() => held.length, { timeout: 50_000 }).toBe(32)
  const page = await server.deliveries.list({ state: 'waiting', pageSize: 100 })
  expect(page.deliveries).toHaveLength(40)
  expect(page.deliveries.filter(({ sentAt }) => sentAt !== undefined)).toHaveLength(32)
  expect(held).toHaveLength(32)
  take = respond
  held.forEach(respond)
  expect(await server.deliveries.settle({ timeoutMs: 60_000 })).toMatchObject({ delivered: 40 })
})

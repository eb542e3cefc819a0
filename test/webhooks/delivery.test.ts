import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Value } from '@sinclair/typebox/value'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { webhookMessages } from '../../schemas/data/webhook-messages.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { type Receiver, receive } from '../../src/testing/receiver.ts'
import { ewoq } from '../data/evm/support/chains.ts'
import { startServer } from '../support/server.ts'

let server: Snowglobe
let receiver: Receiver
beforeEach(async () => {
  server = await startServer({ pace: 0 })
  receiver = await receive()
})
afterEach(async () => {
  await server?.close()
  await receiver?.close()
})

const ask = async (method: string, path: string, body?: unknown) => {
  const response = await fetch(`${server.url}/v1/webhooks${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects.
  return { status: response.status, body: (await response.json()) as any }
}
const create = async (more: object = {}) =>
  (
    await ask('POST', '', {
      eventType: 'address_activity',
      url: receiver.url,
      chainId: '43114',
      metadata: { addresses: [ewoq] },
      ...more,
    })
  ).body
const pay = () => server.act({ do: 'transfer', from: 'ewoq', to: 'ewoq', chain: 'C', amount: '1' })

const serverOf = async (response: RequestListener): Promise<Server> => {
  const made = createServer(response).listen(0, '127.0.0.1')
  await once(made, 'listening')
  return made
}
const urlOf = (made: Server) => `http://127.0.0.1:${(made.address() as AddressInfo).port}/`

test('a payment reaches a webhook, signed with the secret of its owner', async () => {
  const { secret } = (await ask('POST', ':generateOrRotateSharedSecret')).body
  const { id } = await create({ includeLogs: true, includeInternalTxs: true })
  const {
    results: [{ txId } = {}],
  } = await pay()
  expect(await server.deliveries.settle()).toEqual({ delivered: 1, failed: 0, waiting: 0 })
  const { json, body, headers } = await receiver.next()
  expect(json).toMatchObject({
    webhookId: id,
    eventType: 'address_activity',
    event: { transaction: { txHash: txId, value: '1000000000000000000', to: ewoq.toLowerCase() } },
  })
  expect([...Value.Errors(webhookMessages.address_activity, json)]).toEqual([])
  expect(headers['x-signature']).toBe(
    createHmac('sha256', Buffer.from(secret, 'hex')).update(body).digest('base64'),
  )
  expect(headers['content-type']).toBe('application/json')
})

test('ten attempts are made, to the second of the clock, and the last failure ends the webhook', async () => {
  receiver.answer(500)
  const { id } = await create()
  await pay()
  const gaps = ['10s', '60s', '5m', '10m', '30m', '2h', '6h', '12h', '24h']
  for (const [at, gap] of gaps.entries()) {
    await server.deliveries.settle()
    expect(receiver.messages).toHaveLength(at + 1)
    const ms =
      { s: 1e3, m: 6e4, h: 36e5 }[gap.slice(-1) as 's' | 'm' | 'h'] * Number.parseInt(gap, 10)
    await server.clock.advance(ms - 1000)
    expect(await server.deliveries.settle()).toEqual({ delivered: 0, failed: 0, waiting: 1 })
    await server.clock.advance('1s')
  }
  expect(await server.deliveries.settle()).toEqual({ delivered: 0, failed: 1, waiting: 0 })
  expect(receiver.messages).toHaveLength(10)
  expect(new Set(receiver.messages.map(({ body }) => body)).size).toBe(1)
  expect((await ask('GET', `/${id}`)).body.status).toBe('inactive')
  const { deliveries } = await server.deliveries.list()
  expect(deliveries.map(({ state }) => state)).toEqual(['given-up', ...Array(9).fill('failed')])
  const due = deliveries.map(({ due }) => Date.parse(due) / 1000).reverse()
  expect(due.slice(1).map((time, at) => time - (due[at] ?? 0))).toEqual([
    10, 60, 300, 600, 1800, 7200, 21600, 43200, 86400,
  ])
})

test('one jump of the clock makes the attempts that are due by then', async () => {
  receiver.answer(503)
  await create()
  await pay()
  await server.deliveries.settle()
  await server.clock.advance('1h')
  expect(await server.deliveries.settle()).toEqual({ delivered: 0, failed: 5, waiting: 1 })
  receiver.answer(204)
  await server.clock.advance('2h')
  expect(await server.deliveries.settle()).toEqual({ delivered: 1, failed: 0, waiting: 0 })
})

test('the sixth message that fails its first two attempts ends the webhook', async () => {
  receiver.answer(500)
  const { id } = await create()
  for (let each = 0; each < 6; each++) await pay()
  await server.deliveries.settle()
  expect((await ask('GET', `/${id}`)).body.status).toBe('active')
  await server.clock.advance('30s')
  await server.deliveries.settle()
  expect((await ask('GET', `/${id}`)).body.status).toBe('inactive')
  expect((await server.webhooks.list()).webhooks[0]).toMatchObject({ waiting: 0, owner: null })
  await ask('PATCH', `/${id}`, { status: 'active' })
  receiver.answer(200)
  await pay()
  expect(await server.deliveries.settle()).toMatchObject({ delivered: 1 })
})

test('a redirect is no success and is not followed', async () => {
  let redirected = 0
  const target = await serverOf((_, response) => {
    redirected++
    response.end()
  })
  const source = await serverOf((_, response) => {
    response.writeHead(307, { location: urlOf(target) }).end()
  })
  await create({ url: urlOf(source) })
  await pay()
  expect(await server.deliveries.settle()).toEqual({ delivered: 0, failed: 1, waiting: 1 })
  expect(redirected).toBe(0)
  const { deliveries } = await server.deliveries.list({ state: 'failed' })
  expect(deliveries).toMatchObject([{ status: 307, attempt: 1 }])
  for (const each of [target, source]) each.close()
})

test('an endless response is read to 64 KiB, and its status counts', async () => {
  let sent = 0
  const chatty = await serverOf((_, response) => {
    response.writeHead(200)
    const piece = Buffer.alloc(64 * 1024, 'x')
    const more = () => {
      while (!response.destroyed && response.write(piece)) sent += piece.length
      if (!response.destroyed) sent += piece.length
    }
    response.on('drain', more)
    more()
  })
  await create({ url: urlOf(chatty) })
  await pay()
  expect(await server.deliveries.settle()).toMatchObject({ delivered: 1 })
  const [row] = (await server.deliveries.list()).deliveries
  const { response } = await server.deliveries.get(row?.id ?? '')
  expect(response?.body.length).toBe(64 * 1024)
  expect(sent).toBeLessThan(64 * 1024 * 1024)
  chatty.close()
  chatty.closeAllConnections()
})

test('a retry goes out of turn, and a replay sends what is on the chain already', async () => {
  receiver.answer(500)
  const { id } = await create()
  const { txId = '', height = 0 } = (await pay()).results[0] ?? {}
  await server.deliveries.settle()
  receiver.answer(200)
  const [row] = (await server.deliveries.list({ state: 'failed' })).deliveries
  expect(await server.deliveries.retry(row?.id ?? '')).toMatchObject({
    state: 'delivered',
    status: 200,
  })
  expect(await server.deliveries.settle()).toEqual({ delivered: 1, failed: 0, waiting: 0 })
  expect(await server.webhooks.replay(id, { chain: 'C', txId })).toEqual({ messages: 1 })
  expect(await server.webhooks.replay(id, { chain: 'C', from: height, to: height + 5 })).toEqual({
    messages: 1,
  })
  await server.deliveries.settle()
  const ids = receiver.messages.map(({ json }) => json.messageId)
  expect(ids).toHaveLength(4)
  expect(new Set(ids).size).toBe(3)
})

test('reset drops webhooks; a restored snapshot keeps them and forgets what waits', async () => {
  receiver.answer(500)
  await server.snapshots.save('before')
  const { id } = await create()
  await pay()
  expect(await server.deliveries.settle()).toMatchObject({ waiting: 1 })
  await server.snapshots.restore('before')
  expect(await server.deliveries.settle()).toMatchObject({ waiting: 0 })
  expect((await ask('GET', `/${id}`)).status).toBe(200)
  receiver.answer(200)
  await pay()
  expect(await server.deliveries.settle()).toMatchObject({ delivered: 1 })
  await server.reset()
  expect((await ask('GET', `/${id}`)).status).toBe(404)
})

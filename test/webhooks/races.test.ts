import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { connect } from '../../src/control/client/connect.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { receive } from '../../src/testing/receiver.ts'
import { address, ask, create, evm } from '../data/webhooks/support/webhooks.ts'
import { startServerProcess, stopCommands } from '../support/command.ts'
import { startServer } from '../support/server.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await stopCommands()
})

async function startAlone() {
  const server = await startServer({ pace: 0 })
  closing.push(() => server.close())
  return server
}

/** Starts a server alone, or one with readers beside it. */
async function start(kind: string) {
  if (kind === 'two workers') {
    const { url } = await startServerProcess(['--workers', '2', '--pace', 'off', '--size', 'small'])
    return { ...connect(url), url }
  }
  return startAlone()
}
const kinds = ['one process', 'two workers']
type Server = Pick<Snowglobe, 'act'>

const pay = (server: Server) =>
  server.act({ do: 'transfer', from: 'ewoq', to: 'ewoq', chain: 'C', amount: '1' })

/** Starts a receiver that holds messages until they are answered. */
async function holdingReceiver() {
  const held: ServerResponse[] = []
  const server = createServer((request: IncomingMessage, response) => {
    request.resume().on('error', () => {})
    held.push(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    held,
    holds: (count: number) => expect.poll(() => held.length, { timeout: 30_000 }).toBe(count),
    answer(status: number) {
      for (const response of held.splice(0)) response.writeHead(status).end()
    },
  }
}

/** Returns what a promise ends with, a reason too, so that it can be begun before it is awaited. */
const ended = <Value>(promise: Promise<Value>): Promise<Value | Error> =>
  promise.catch((reason: Error) => reason)

test.each(kinds)(
  'changes of a webhook at once all happen, %s',
  async (kind) => {
    const server = await start(kind)
    const { id } = await create(server)
    const more = Array.from({ length: 6 }, (_, at) => `0x${String(at + 1).padStart(40, '0')}`)
    const answers = await Promise.all([
      ask(server, 'PATCH', `/${id}`, { name: 'one' }),
      ask(server, 'DELETE', `/${id}`),
      ask(server, 'PATCH', `/${id}`, { description: 'other' }),
      ...more.map((one) => ask(server, 'PATCH', `/${id}/addresses`, { addresses: [one] })),
      ask(server, 'DELETE', `/${id}/addresses`, { addresses: [address] }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { body } = await ask(server, 'GET', `/${id}`)
    expect(body).toMatchObject({ name: 'one', description: 'other', status: 'inactive' })
    expect([...body.metadata.addresses].sort()).toEqual(more)
  },
  60_000,
)

test.each(kinds)(
  'a webhook that is deleted during a delivery gets nothing more, %s',
  async (kind) => {
    const server = await start(kind)
    const receiver = await holdingReceiver()
    const { id } = await create(server, { ...evm, url: receiver.url })
    for (let payment = 0; payment < 3; payment++) await pay(server)
    await receiver.holds(1)
    expect((await ask(server, 'DELETE', `/${id}`)).body.status).toBe('inactive')
    receiver.answer(500)
    expect(await server.deliveries.settle()).toEqual({ delivered: 0, failed: 1, waiting: 0 })
    expect(receiver.held).toHaveLength(0)
    const { deliveries } = await server.deliveries.list()
    expect(deliveries.map(({ state }) => state)).toEqual(['given-up'])
  },
  60_000,
)

test.each(kinds)(
  'a replay during an advance sends each message once, %s',
  async (kind) => {
    const server = await start(kind)
    const receiver = await receive()
    closing.push(() => receiver.close())
    const { id } = await create(server, { ...evm, url: receiver.url })
    const heights: number[] = []
    for (let payment = 0; payment < 5; payment++) {
      const { results } = await pay(server)
      heights.push(results[0]?.height ?? 0)
    }
    const [from = 0] = heights
    await server.deliveries.settle()
    const replay = () => server.webhooks.replay(id, { chain: 'C', from, to: heights.at(-1) ?? 0 })
    const [, ...replays] = await Promise.all([server.clock.advance('20d'), replay(), replay()])
    expect(replays).toEqual([{ messages: 5 }, { messages: 5 }])
    await server.deliveries.settle({ timeoutMs: 60_000 })
    const ids = receiver.messages.map(({ json }) => json.messageId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThanOrEqual(15)
  },
  60_000,
)

test.each(kinds)(
  'a reset during a delivery leaves nothing of it, %s',
  async (kind) => {
    const server = await start(kind)
    const receiver = await holdingReceiver()
    await create(server, { ...evm, url: receiver.url })
    await pay(server)
    await receiver.holds(1)
    await server.reset()
    receiver.answer(500)
    expect((await server.webhooks.list()).webhooks).toEqual([])
    expect(await server.deliveries.settle()).toMatchObject({ waiting: 0 })
    // The numbers of messages and webhooks begin again.
    await create(server, { ...evm, url: receiver.url })
    await pay(server)
    await receiver.holds(1)
    receiver.answer(200)
    expect(await server.deliveries.settle()).toMatchObject({ delivered: 1, waiting: 0 })
  },
  60_000,
)

test.each(kinds)(
  'a snapshot restored during a delivery forgets its message, %s',
  async (kind) => {
    const server = await start(kind)
    const receiver = await holdingReceiver()
    await server.snapshots.save('before')
    const { id } = await create(server, { ...evm, url: receiver.url })
    for (let payment = 0; payment < 2; payment++) await pay(server)
    await receiver.holds(1)
    await server.snapshots.restore('before')
    receiver.answer(500)
    expect(await server.deliveries.settle()).toMatchObject({ delivered: 0, waiting: 0 })
    expect((await ask(server, 'GET', `/${id}`)).body.status).toBe('active')
    await pay(server)
    await receiver.holds(1)
    receiver.answer(200)
    expect(await server.deliveries.settle()).toMatchObject({ delivered: 1, waiting: 0 })
  },
  60_000,
)

test.each([
  ['the server', (server: Snowglobe) => server.close(), 'not_found'],
  ['the world', (server: Snowglobe) => server.reset(), 'conflict'],
])(
  'a retry that waits for a slot counts as under way, and ends with %s',
  async (_, end, code) => {
    const server = await startAlone()
    const failing = await receive()
    closing.push(() => failing.close())
    failing.answer(500)
    const { id } = await create(server, { ...evm, url: failing.url })
    await pay(server)
    await server.deliveries.settle()
    const [row] = (await server.deliveries.list({ webhookId: id, state: 'failed' })).deliveries
    await ask(server, 'PATCH', `/${id}/addresses`, {
      addresses: ['0x0000000000000000000000000000000000001234'],
    })
    await ask(server, 'DELETE', `/${id}/addresses`, { addresses: [address] })
    const receiver = await holdingReceiver()
    for (let webhook = 0; webhook < 32; webhook++)
      await create(server, { ...evm, url: receiver.url })
    await pay(server)
    await receiver.holds(32)
    const first = ended(server.deliveries.retry(row?.id ?? ''))
    expect(await ended(server.deliveries.retry(row?.id ?? ''))).toMatchObject({ code: 'conflict' })
    await end(server)
    expect(await first).toMatchObject({ code })
    expect(failing.messages).toHaveLength(1)
  },
  60_000,
)

test('a world that is removed while a request makes a webhook in it gives no 5xx', async () => {
  const server = await startAlone()
  await server.worlds.create('gone')
  const headers = { 'x-snowglobe-world': 'gone' }
  const [, made] = await Promise.all([
    ended(server.in('gone').clock.advance('30d')),
    ask(server, 'POST', '', evm, headers),
    server.worlds.remove('gone'),
  ])
  expect(made.status).toBeLessThan(500)
})

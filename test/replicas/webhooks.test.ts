import { createHmac } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPostgresLog } from '../../src/shared-log/postgres/postgres-log.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { type Receiver, receive } from '../../src/testing/receiver.ts'
import { ewoq } from '../data/evm/support/chains.ts'
import { expectEqual, startReplicas } from './replica-servers.ts'

const replicas = await startReplicas()
const { postgres, open, openThree } = replicas

let receiver: Receiver
beforeEach(async () => {
  receiver = await receive()
})
afterEach(() => receiver.close())

/** Sends a request to the webhooks of a replica. */
async function ask(
  server: Snowglobe,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) {
  const response = await server.inject({
    ...{ method, url: `/v1/webhooks${path}` },
    ...(body && { payload: body }),
  })
  return { status: response.statusCode, body: response.json() }
}

const create = async (server: Snowglobe, more: object = {}) =>
  (
    await ask(server, 'POST', '', {
      ...{ eventType: 'address_activity', url: receiver.url, chainId: '43114' },
      ...{ metadata: { addresses: [ewoq] }, ...more },
    })
  ).body

const pay = (server: Snowglobe) =>
  server.act({ do: 'transfer', from: 'ewoq', to: 'ewoq', chain: 'C', amount: '1' })

/** Expects that all servers show the same webhooks and attempts, and returns the attempts. */
async function expectEqualDeliveries(servers: readonly Snowglobe[]) {
  const shown = await Promise.all(
    servers.map(async (server) => ({
      webhooks: await server.webhooks.list(),
      deliveries: await server.deliveries.list(),
    })),
  )
  for (const each of shown) expect(each).toEqual(shown[0])
  return shown[0]?.deliveries.deliveries ?? []
}

/** Number of attempts that a replica has made. */
async function sentBy(server: Snowglobe): Promise<number> {
  const { body } = await server.inject({
    ...{ url: '/_admin/metrics', headers: { authorization: 'Bearer a-token' } },
  })
  const values = [...body.matchAll(/^snowglobe_webhook\w*\{.*state="[^"]+".*\} (\d+)$/gm)]
  expect(values.length).toBeGreaterThan(0)
  return values.reduce((sum, [, value]) => sum + Number(value), 0)
}

test('one of three replicas sends each message once, and all know what came of it', async () => {
  const servers = await openThree()
  const [a, b, c] = servers
  const { secret } = (await ask(a, 'POST', ':generateOrRotateSharedSecret')).body
  const { id } = await create(b)
  for (const server of servers)
    expect(await ask(server, 'GET', `/${id}`)).toMatchObject({ status: 200, body: { id } })
  for (const server of [a, b, c, a]) await pay(server)
  expect(await c.deliveries.settle()).toEqual({ delivered: 4, failed: 0, waiting: 0 })
  expect(await b.deliveries.settle()).toEqual({ delivered: 0, failed: 0, waiting: 0 })
  expect(receiver.messages).toHaveLength(4)
  const heights = receiver.messages.map(({ json }) => Number(json.event.transaction.blockNumber))
  expect(heights).toEqual([...heights].sort((one, other) => one - other))
  for (const { body, headers } of receiver.messages)
    expect(headers['x-signature']).toBe(
      createHmac('sha256', Buffer.from(secret, 'hex')).update(body).digest('base64'),
    )
  const deliveries = await expectEqualDeliveries(servers)
  expect(deliveries.map(({ state, status }) => [state, status])).toEqual(
    Array(4).fill(['delivered', 200]),
  )
  const [whole] = deliveries
  for (const server of servers)
    expect(await server.deliveries.get(whole?.id ?? '')).toMatchObject({
      request: { headers: { 'x-signature': expect.any(String) }, body: receiver.messages[3]?.body },
      response: { status: 200 },
    })
  expect((await Promise.all(servers.map(sentBy))).sort()).toEqual([0, 0, 4])
  await expectEqual(servers)
})

test('changes of webhooks through any replica are refused, and made, as by one server', async () => {
  const servers = await openThree()
  const [a, b, c] = servers
  expect(await ask(b, 'PATCH', '/unknown', { name: 'n' })).toMatchObject({
    status: 404,
    body: { message: 'Webhook "unknown" does not exist' },
  })
  const refused = await ask(a, 'POST', '', {
    ...{ eventType: 'address_activity', url: 'http://example.com', chainId: '43114' },
    metadata: { addresses: [ewoq] },
  })
  expect(refused).toMatchObject({ status: 400 })
  expect(refused.body.message).toContain('--webhook-hosts example.com')
  const made = await Promise.all(servers.map((server) => create(server)))
  expect(new Set(made.map(({ id }) => id)).size).toBe(3)
  const [first, second, third] = made
  await ask(b, 'PATCH', `/${first.id}`, { name: 'renamed' })
  await ask(c, 'DELETE', `/${second.id}`)
  const other = `0x${'a'.repeat(40)}`
  await ask(a, 'PATCH', `/${third.id}/addresses`, { addresses: [other] })
  for (const server of servers) {
    expect((await ask(server, 'GET', `/${first.id}`)).body.name).toBe('renamed')
    expect((await ask(server, 'GET', `/${second.id}`)).body.status).toBe('inactive')
    expect((await ask(server, 'GET', `/${third.id}/addresses`)).body.addresses).toContain(other)
  }
})

test('a failed message is sent again when it is due, and by a request to any replica', async () => {
  const servers = await openThree()
  const [a, b, c] = servers
  receiver.answer(500)
  await create(a)
  const [{ txId } = {}] = (await pay(b)).results
  expect(await c.deliveries.settle()).toEqual({ delivered: 0, failed: 1, waiting: 1 })
  await a.clock.advance('10s')
  expect(await b.deliveries.settle()).toEqual({ delivered: 0, failed: 1, waiting: 1 })
  receiver.answer(200)
  const [waiting] = (await c.deliveries.list()).deliveries
  expect(waiting).toMatchObject({ state: 'waiting', attempt: 3 })
  expect(await c.deliveries.retry(waiting?.id ?? '')).toMatchObject({ state: 'delivered' })
  expect(await a.deliveries.settle()).toEqual({ delivered: 1, failed: 0, waiting: 0 })
  expect(receiver.messages).toHaveLength(3)
  await expectEqualDeliveries(servers)
  const [webhook] = (await b.webhooks.list()).webhooks
  expect(await b.webhooks.replay(webhook?.id ?? '', { chain: 'C', txId: txId ?? '' })).toEqual({
    messages: 1,
  })
  expect(await c.deliveries.settle()).toEqual({ delivered: 1, failed: 0, waiting: 0 })
  await expectEqualDeliveries(servers)
})

test('settling is over after its time, when a receiver does not respond', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  await create(a, { url: 'http://127.0.0.1:9/' })
  const listener = createServer()
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as { port: number }
  await create(b, { url: `http://127.0.0.1:${port}/` })
  await pay(a)
  await expect(b.deliveries.settle({ timeoutMs: 300 })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('1 message that is due was not delivered within 300 ms'),
    details: { waiting: 1 },
  })
  listener.close()
})

test('another replica goes on when the one that sends ends, and when a lease without its holder is over', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  await create(a)
  await pay(a)
  await a.deliveries.settle()
  const sent = await Promise.all([a, b].map(sentBy))
  const holder = sent[0] === 1 ? a : b
  const other = holder === a ? b : a
  expect(sent.sort()).toEqual([0, 1])
  await holder.close()
  await pay(other)
  expect(await other.deliveries.settle()).toEqual({ delivered: 1, failed: 0, waiting: 0 })
  expect(receiver.messages).toHaveLength(2)
  // One that was killed has left its lease behind.
  const log = await openPostgresLog({ url: postgres.url, sandbox: replicas.sandbox })
  await log.release('deliveries', await holderIn())
  expect(await log.lease('deliveries', 'killed', 3_000)).toBe(true)
  await log.close()
  await sleep(2_500)
  await pay(other)
  expect(await other.deliveries.settle()).toEqual({ delivered: 1, failed: 0, waiting: 0 })
})

const holderIn = async (): Promise<string> => {
  const [row] = await postgres.query(
    "SELECT holder FROM snowglobe_lease WHERE sandbox = $1 AND name = 'deliveries'",
    [replicas.sandbox],
  )
  return (row as { holder: string } | undefined)?.holder ?? ''
}

test('a replica that starts later has webhooks, waiting messages and attempts', async () => {
  const a = await open({ replica: 'a' })
  await create(a)
  await pay(a)
  await a.deliveries.settle()
  receiver.answer(503)
  await pay(a)
  await a.deliveries.settle()
  const b = await open({ replica: 'b' })
  const log = await openPostgresLog({ url: postgres.url, sandbox: replicas.sandbox })
  for (let number = 0; number < 1_000; number++) await log.append({ world: 'default', do: 'wait' })
  await expect.poll(() => log.partNames('snapshot/'), { timeout: 20_000 }).toHaveLength(1)
  const [snapshot = ''] = await log.partNames('snapshot/')
  await log.compact(Number(snapshot.split('/')[2]) - 1)
  await log.close()
  const c = await open({ replica: 'c' })
  const deliveries = await expectEqualDeliveries([a, b, c])
  expect(deliveries.map(({ state }) => state)).toEqual(['waiting', 'failed', 'delivered'])
  receiver.answer(200)
  await c.clock.advance('10s')
  expect(await c.deliveries.settle()).toEqual({ delivered: 1, failed: 0, waiting: 0 })
  await expectEqualDeliveries([a, b, c])
})

test('messages of a running clock arise everywhere, also behind a delayed indexer', async () => {
  const servers = await openThree({ clock: 'running' })
  const [a, b, c] = servers
  await a.clock.set({ rate: 60, pace: 'busy' })
  await ask(a, 'POST', '', {
    ...{ eventType: 'validator_activity', url: receiver.url, network: 'mainnet' },
    metadata: {
      ...{ keyType: 'subnetId', keys: ['11111111111111111111111111111111LpoYY'] },
      subEvents: { validatorActivitySubEvents: ['validator_staked'] },
    },
  })
  await create(b)
  await b.scenarios.set('indexer-lag', { duration: '60s' })
  for (let turn = 0; turn < 3; turn++) {
    await pay(servers[turn] as Snowglobe)
    await sleep(500)
  }
  await sleep(1_500)
  await c.clock.set({ mode: 'frozen' })
  await b.deliveries.settle()
  expect(receiver.messages.length).toBeGreaterThan(0)
  await expectEqualDeliveries(servers)
  await expectEqual(servers)
})

test('a full reset drops webhooks everywhere, and a restored snapshot what waits', async () => {
  const servers = await openThree()
  const [a, b, c] = servers
  await a.snapshots.save('s')
  receiver.answer(500)
  const { id } = await create(a)
  await pay(a)
  expect(await a.deliveries.settle()).toMatchObject({ waiting: 1 })
  await b.snapshots.restore('s')
  expect(await c.deliveries.settle()).toMatchObject({ waiting: 0 })
  expect(await ask(c, 'GET', `/${id}`)).toMatchObject({ status: 200 })
  await c.reset()
  for (const server of servers)
    expect(await ask(server, 'GET', `/${id}`)).toMatchObject({ status: 404 })
  await expectEqualDeliveries(servers)
})

test('an export is read through any replica', async () => {
  const servers = await openThree()
  const [a, b, c] = servers
  const posted = await a.inject({
    ...{ method: 'POST', url: '/v1/operations/transactions:export' },
    payload: {
      type: 'TRANSACTION_EXPORT_EVM',
      firstDate: '2024-01-01',
      lastDate: '2030-01-01',
      startDate: '2024-01-01',
      endDate: '2030-01-01',
      options: { addresses: [ewoq], includeChains: ['43114'] },
    },
  })
  expect([posted.statusCode, posted.json().operationStatus]).toEqual([201, 'RUNNING'])
  const { operationId } = posted.json()
  const files = await Promise.all(
    [b, c].map(async (server) => {
      const done = (await server.inject({ url: `/v1/operations/${operationId}` })).json()
      expect(done.operationStatus).toBe('COMPLETED')
      return (await server.inject({ url: new URL(done.metadata.downloadUrl).pathname })).body
    }),
  )
  expect(files[0]).toContain('txHash')
  expect(files[1]).toBe(files[0])
})

test('changes are a 503 while the database is away, and messages are sent afterwards', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  await create(a)
  postgres.signal('SIGSTOP')
  const [created] = await Promise.all([ask(b, 'POST', '', { url: 'x' }), sleep(10)])
  expect(created.status).toBe(400)
  const changed = await create(b)
  expect(changed).toMatchObject({ statusCode: 503 })
  postgres.signal('SIGCONT')
  await expect
    .poll(
      () =>
        pay(a).then(
          () => true,
          () => false,
        ),
      { timeout: 10_000 },
    )
    .toBe(true)
  expect(await b.deliveries.settle()).toMatchObject({ delivered: expect.any(Number), waiting: 0 })
  await expectEqualDeliveries([a, b])
})

import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { type Receiver, receive } from '../../../src/testing/receiver.ts'
import { create, evm } from '../../data/webhooks/support/webhooks.ts'
import { startServer } from '../../support/server.ts'
import { refusalOf, through, transports } from '../support/transports.ts'

let server: Snowglobe
let receiver: Receiver
beforeAll(async () => {
  server = await startServer({ pace: 0 })
  receiver = await receive()
})
afterAll(async () => {
  await server?.close()
  await receiver?.close()
})
const pay = async () => {
  const { results } = await server.act({
    ...{ do: 'transfer', from: 'ewoq', to: 'ewoq', chain: 'C', amount: '1' },
  })
  const { txId = '', height = 0 } = results[0] ?? {}
  return { txId, height }
}

test.each(transports)(
  'webhooks are listed with their owners and counts, through %s',
  async (door) => {
    await server.reset()
    const { webhooks, deliveries } = through(door, server)
    expect(await webhooks.list()).toEqual({ webhooks: [] })
    const mine = await create(server, { ...evm, url: receiver.url })
    const key = { 'x-glacier-api-key': 'somebody-elses-secret' }
    const other = await create(server, { ...evm, url: receiver.url }, key)
    await pay()
    await deliveries.settle()
    expect(await webhooks.list()).toEqual({
      webhooks: [
        { ...mine, owner: null, waiting: 0, delivered: 1, failed: 0 },
        { ...other, owner: 'some', waiting: 0, delivered: 1, failed: 0 },
      ],
    })
    expect(JSON.stringify(await webhooks.list())).not.toContain('somebody-elses-secret')
  },
)

test.each(transports)(
  'deliveries are listed, filtered, paged and read, through %s',
  async (door) => {
    await server.reset()
    receiver.answer(500)
    const { deliveries } = through(door, server)
    const { id } = await create(server, { ...evm, url: receiver.url })
    for (let payment = 0; payment < 2; payment++) await pay()
    expect(await deliveries.settle({ timeoutMs: 20_000 })).toEqual({
      ...{ delivered: 0, failed: 2, waiting: 2 },
    })
    const { deliveries: all } = await deliveries.list()
    expect(all.map(({ state, attempt }) => [state, attempt])).toEqual([
      ['waiting', 2],
      ['waiting', 2],
      ['failed', 1],
      ['failed', 1],
    ])
    const first = await deliveries.list({ pageSize: 3 })
    const rest = await deliveries.list({ pageSize: 3, pageToken: first.nextPageToken ?? '' })
    expect([...first.deliveries, ...rest.deliveries]).toEqual(all)
    expect(rest).not.toHaveProperty('nextPageToken')

    const row = all[3]
    if (!row) throw new Error('no attempt')
    const { messageId } = row
    for (const filter of [{ messageId }, { messageId, webhookId: id, eventType: evm.eventType }])
      expect(await deliveries.list({ ...filter, state: 'failed' })).toEqual({ deliveries: [row] })
    expect(await deliveries.list({ webhookId: 'none' })).toEqual({ deliveries: [] })
    const whole = await deliveries.get(row.id)
    expect(whole).toMatchObject({ ...row, status: 500, response: { status: 500, body: '' } })
    expect(JSON.parse(whole.request.body)).toMatchObject({ webhookId: id, messageId })
    expect(whole.request.headers['content-type']).toBe('application/json')
    receiver.answer(200)
  },
)

test.each(transports)(
  'a retry goes out of turn, and a replay sends again, through %s',
  async (door) => {
    await server.reset()
    const { webhooks, deliveries } = through(door, server)
    const { id } = await create(server, { ...evm, url: receiver.url })
    const { txId, height } = await pay()
    await deliveries.settle()
    const [row] = (await deliveries.list()).deliveries
    expect(await deliveries.retry(row?.id ?? '')).toMatchObject({
      ...{ messageId: row?.messageId, state: 'delivered', status: 200 },
    })
    expect(await webhooks.replay(id, { chain: 'C', txId })).toEqual({ messages: 1 })
    expect(await webhooks.replay(id, { network: 'mainnet', chain: 'C', from: height })).toEqual({
      messages: 1,
    })
    expect(await deliveries.settle()).toEqual({ delivered: 3, failed: 0, waiting: 0 })
  },
)

test.each(transports)('requests that cannot be done are refused, through %s', async (door) => {
  await server.reset()
  const { webhooks, deliveries } = through(door, server)
  const { id } = await create(server, { ...evm, url: receiver.url })
  const x = '/v1/networks/mainnet/blockchains/x-chain/vertices?pageSize=10'
  const inVertex = (await server.inject(x)).json().vertices.at(-1).transactions[0]
  const refusals = [
    [() => deliveries.get('7-1'), { code: 'not_found', message: 'there is no delivery 7-1' }],
    [() => deliveries.retry('7-1'), { code: 'not_found', message: 'there is no delivery 7-1' }],
    [
      () => webhooks.replay('none', { chain: 'C', from: 1 }),
      { code: 'not_found', message: 'there is no webhook none' },
    ],
    [
      () => webhooks.replay(id, { chain: 'C', txId: '0x12' }),
      { code: 'not_possible', message: 'chain C has no transaction 0x12' },
    ],
    [
      () => webhooks.replay(id, { chain: 'X', txId: inVertex }),
      { code: 'not_possible', message: expect.stringContaining('of the X-chain is in a vertex') },
    ],
    [() => webhooks.replay(id, { chain: 'C' }), { code: 'bad_request' }],
    [() => webhooks.replay(id, { chain: 'C', from: 5, to: 4 }), { code: 'bad_request' }],
    [() => webhooks.replay(id, { chain: '7', from: 5 }), { code: 'not_possible' }],
    [
      () => webhooks.replay(id, { chain: '43114', network: 'fuji', from: 1 }),
      { code: 'not_possible', message: expect.stringMatching(/^fuji has no chain 43114;/) },
    ],
    [() => deliveries.settle({ timeoutMs: 60_001 }), { code: 'bad_request' }],
    [() => deliveries.list({ pageToken: 'x' }), { code: 'bad_request' }],
    [() => deliveries.list({ pageSize: 0 }), { code: 'bad_request' }],
  ] as const
  for (const [request, refusal] of refusals)
    expect(await refusalOf(request())).toMatchObject(refusal)
})

test.each(transports)('settle names what was not sent in time, through %s', async (door) => {
  await server.reset()
  const { deliveries } = through(door, server)
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as { port: number }
  await create(server, { ...evm, url: `http://127.0.0.1:${port}/` })
  await pay()
  expect(await refusalOf(deliveries.settle({ timeoutMs: 50 }))).toEqual({
    code: 'conflict',
    message:
      '1 message that is due was not delivered within 50 ms; see their attempts in GET /_admin/deliveries, or set a longer timeoutMs',
    details: { waiting: 1 },
  })
  const [row] = (await deliveries.list({ state: 'waiting' })).deliveries
  expect((await refusalOf(deliveries.retry(row?.id ?? ''))).code).toBe('conflict')
  await server.reset()
  silent.close()
})

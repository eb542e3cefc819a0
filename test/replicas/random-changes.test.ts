import { expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { receive } from '../../src/testing/receiver.ts'
import { ewoq } from '../data/evm/support/chains.ts'
import { expectEqual, startReplicas } from './replica-servers.ts'

const { openThree } = await startReplicas()

let state = 22
/** Returns a number from 0 to below a bound, the same ones each time. */
function random(bound: number): number {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return (state >>> 0) % bound
}
const anyOf = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item

/** Values of the wrong type or size, and names that objects have. */
const odd = [null, true, -1, 1e308, '', '0x', 'ü\u0000', [], [[]], 'a'.repeat(3_000), '__proto__']

/** Returns a value with some parts replaced or left out. */
function damaged(value: unknown): unknown {
  if (random(8) === 0) return anyOf(odd)
  if (Array.isArray(value)) return value.map(damaged)
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value).filter(() => random(15) > 0)
  return Object.fromEntries(members.map(([name, member]) => [name, damaged(member)]))
}

test('random changes of callers through three replicas halt none, and leave them equal', async () => {
  const receiver = await receive()
  const servers = await openThree({ clock: 'running' })
  const [a, b] = servers
  await a.clock.set({ rate: 30, pace: 'busy' })
  const ids = ['unknown']
  const webhook = {
    ...{ eventType: 'address_activity', url: receiver.url, chainId: '43114' },
    ...{ metadata: { addresses: [ewoq] }, includeLogs: true, name: 'n' },
  }
  const exported = {
    ...{ type: 'TRANSACTION_EXPORT_EVM', startDate: '2024-01-01', endDate: '2030-01-01' },
    ...{ firstDate: '2024-01-01', lastDate: '2030-01-01' },
    options: { addresses: [ewoq], includeChains: ['43114'] },
  }
  const data = async (method: 'POST' | 'PATCH' | 'DELETE' | 'GET', url: string, body?: unknown) => {
    const key = anyOf([{}, { 'x-data-api-key': 'one' }, { 'x-data-api-key': 'another' }])
    const response = await anyOf(servers).inject({
      ...{ method, url: `/v1/${url}` },
      headers: { ...key, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: JSON.stringify(random(2) ? body : damaged(body)) }),
    })
    expect(response.statusCode, `${method} ${url} ${JSON.stringify(body)}`).toBeLessThan(500)
    return response
  }
  const control = (change: (server: Snowglobe) => Promise<unknown>) =>
    change(anyOf(servers)).catch((error: { code?: string }) => {
      expect(['conflict', 'not_possible', 'not_found', 'bad_request']).toContain(error.code)
    })
  const steps: readonly (() => Promise<unknown>)[] = [
    async () => {
      const response = await data('POST', 'webhooks', webhook)
      if (response.statusCode === 201) ids.push(response.json().id)
    },
    () => data('PATCH', `webhooks/${anyOf(ids)}`, { name: 'm', status: 'active' }),
    () => data('DELETE', `webhooks/${anyOf(ids)}`),
    () => data('PATCH', `webhooks/${anyOf(ids)}/addresses`, { addresses: [ewoq.toLowerCase()] }),
    () => data('POST', 'webhooks:generateOrRotateSharedSecret', {}),
    () => data('POST', 'operations/transactions:export', exported),
    () => data('GET', 'apiUsageMetrics?timeInterval=daily'),
    async () => receiver.answer(anyOf([200, 500])),
    () => control((server) => server.deliveries.settle({ timeoutMs: random(100) })),
    () =>
      control(async (server) => {
        const { deliveries } = await server.deliveries.list({ pageSize: 20 })
        const delivery = deliveries[random(deliveries.length + 1)]
        return server.deliveries.retry(delivery?.id ?? '1-1')
      }),
    () =>
      control((server) => server.webhooks.replay(anyOf(ids), { chain: 'C', from: 290, to: 300 })),
    () => control((server) => server.scenarios.set('indexer-lag', { blocks: 3 })),
    () => control((server) => server.scenarios.remove('indexer-lag')),
    () => control((server) => (random(8) ? server.clock.advance('10m') : server.reset())),
    ...Array.from(
      { length: 5 },
      () => () =>
        control((server) =>
          server.act({ do: 'transfer', from: 'ewoq', to: 'ewoq', chain: 'C', amount: '1' }),
        ),
    ),
  ]
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let turn = 0; turn < 100; turn++) await anyOf(steps)()
    }),
  )
  await a.scenarios.remove('indexer-lag').catch(() => {})
  await a.clock.set({ mode: 'frozen' })
  receiver.answer(200)
  await b.deliveries.settle({ timeoutMs: 30_000 })
  const shown = await Promise.all(
    servers.map(async (server) => [
      await server.webhooks.list(),
      await server.deliveries.list({ pageSize: 1_000 }),
    ]),
  )
  for (const each of shown) expect(each).toEqual(shown[0])
  await expectEqual(servers)
  await receiver.close()
})

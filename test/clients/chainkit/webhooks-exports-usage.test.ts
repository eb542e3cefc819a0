import { createServer } from 'node:http'
import { Avalanche } from '@avalanche-sdk/chainkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { methodsOf } from '../support/every-call.ts'
import { ofCallers } from '../support/operations.ts'
import { ewoqEvm } from '../support/world.ts'
import { here } from './chainkit.ts'

const client = new Avalanche({ enableTelemetry: false, apiKey: 'sg_webhooks-of-chainkit' })
const { data, webhooks } = client
const called = new Set<string>()

/** Calls a method, and notes its name. */
async function call<Response>(name: string, response: Promise<Response>): Promise<Response> {
  called.add(name)
  return response
}

const receiver = createServer((_, response) => {
  response.end()
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', () => resolve()))
  url = `http://127.0.0.1:${(receiver.address() as { port: number }).port}/`
})
afterAll(() => {
  receiver.close()
})

test('webhooks are made, read, changed and ended', async () => {
  const { secret } = await call(
    'webhooks.generateOrRotateSharedSecret',
    webhooks.generateOrRotateSharedSecret(here),
  )
  expect(await call('webhooks.getSharedSecret', webhooks.getSharedSecret(here))).toEqual({ secret })
  const made = await call(
    'webhooks.create',
    webhooks.create(
      { eventType: 'address_activity', url, chainId: '43114', metadata: { addresses: [ewoqEvm] } },
      here,
    ),
  )
  expect(made).toMatchObject({ url, status: 'active', name: '' })
  const { id } = made
  expect(await call('webhooks.get', webhooks.get({ id }, here))).toEqual(made)
  const listed: unknown[] = []
  for await (const { result } of await call('webhooks.list', webhooks.list({}, here)))
    listed.push(...result.webhooks)
  expect(listed).toEqual([made])
  const other = '0x0000000000000000000000000000000000001234'
  const change = { id, addressesChangeRequest: { addresses: [other] } }
  await call('webhooks.addresses.add', webhooks.addresses.add(change, here))
  const addresses: string[] = []
  for await (const { result } of await call(
    'webhooks.addresses.list',
    webhooks.addresses.list({ id }, here),
  ))
    addresses.push(...result.addresses)
  expect(addresses).toEqual([ewoqEvm, other])
  await call('webhooks.addresses.remove', webhooks.addresses.remove(change, here))
  const renamed = await call(
    'webhooks.update',
    webhooks.update({ id, updateWebhookRequest: { name: 'Mine' } }, here),
  )
  expect(renamed.name).toBe('Mine')
  expect((await call('webhooks.deactivate', webhooks.deactivate({ id }, here))).status).toBe(
    'inactive',
  )
})

test('transactions are exported as a file', async () => {
  const begun = await call(
    'data.operations.exportTransactions',
    data.operations.exportTransactions(
      {
        type: 'TRANSACTION_EXPORT_EVM',
        options: { addresses: [ewoqEvm], includeChains: ['43114'] },
      },
      here,
    ),
  )
  expect(begun.operationStatus).toBe('RUNNING')
  const { operationId } = begun
  const done = await call(
    'data.operations.getResult',
    data.operations.getResult({ operationId }, here),
  )
  expect(done.operationStatus).toBe('COMPLETED')
  expect(await (await fetch(done.metadata?.downloadUrl ?? '')).text()).toMatch(/^chainId,/)
})

test('usage is counted, and the latest requests are listed', async () => {
  const { usageMetrics } = data
  const usage = await call('data.usageMetrics.getUsage', usageMetrics.getUsage({}, here))
  expect(usage.metrics[0]?.values[0]?.totalRequests).toBeGreaterThan(10)
  const logs: unknown[] = []
  for await (const { result } of await call(
    'data.usageMetrics.getLogs',
    usageMetrics.getLogs({}, here),
  ))
    logs.push(...result.logs)
  expect(logs.length).toBeGreaterThan(10)
  expect(
    (await call('data.usageMetrics.getSubnetRpcUsage', usageMetrics.getSubnetRpcUsage({}, here)))
      .metrics,
  ).toEqual([])
  expect(
    (await call('data.usageMetrics.getRpcUsageMetrics', usageMetrics.getRpcUsageMetrics({}, here)))
      .metrics,
  ).toEqual([])
})

test('these are all operations on what a server holds for an API key', () => {
  const methods = methodsOf(client).filter((name) =>
    ofCallers.some((part) => name.startsWith(part)),
  )
  expect([...called].sort()).toEqual(methods.sort())
})

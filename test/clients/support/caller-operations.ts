import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ewoqEvm } from './world.ts'

type Pages<Result> = Promise<AsyncIterable<{ result: Result }>>
interface Webhook {
  readonly id: string
  readonly status: string
  readonly name: string
}
interface Export {
  readonly operationId: string
  readonly operationStatus: string
  readonly metadata?: { readonly downloadUrl?: string | undefined } | undefined
}
interface Usage {
  readonly metrics: readonly { readonly values: readonly { readonly totalRequests: number }[] }[]
}

/** Operations on what a server holds for an API key, as chainkit and avacloud-sdk name them. */
export interface CallerClient {
  readonly webhooks: {
    create(request: object, options: object): Promise<Webhook>
    list(request: object, options: object): Pages<{ webhooks: readonly unknown[] }>
    get(request: { id: string }, options: object): Promise<Webhook>
    update(
      request: { id: string; updateWebhookRequest: { name: string } },
      options: object,
    ): Promise<Webhook>
    deactivate(request: { id: string }, options: object): Promise<Webhook>
    generateOrRotateSharedSecret(options: object): Promise<{ secret: string }>
    getSharedSecret(options: object): Promise<{ secret: string }>
    readonly addresses: {
      add(request: AddressChange, options: object): Promise<unknown>
      remove(request: AddressChange, options: object): Promise<unknown>
      list(
        request: { id: string },
        options: object,
      ): Pages<{ addresses: readonly string[]; totalAddresses: number }>
    }
  }
  readonly data: {
    readonly operations: {
      exportTransactions(request: object, options: object): Promise<Export>
      getResult(request: { operationId: string }, options: object): Promise<Export>
    }
    readonly usageMetrics: {
      getUsage(request: object, options: object): Promise<Usage>
      getLogs(request: object, options: object): Pages<{ logs: readonly unknown[] }>
      getSubnetRpcUsage(request: object, options: object): Promise<Usage>
      getRpcUsageMetrics(request: object, options: object): Promise<Usage>
    }
  }
}

interface AddressChange {
  readonly id: string
  readonly addressesChangeRequest: { readonly addresses: string[] }
}

/** Names of the methods of {@link CallerClient}. */
export const callerOperations: readonly string[] = [
  'data.operations.exportTransactions',
  'data.operations.getResult',
  'data.usageMetrics.getLogs',
  'data.usageMetrics.getRpcUsageMetrics',
  'data.usageMetrics.getSubnetRpcUsage',
  'data.usageMetrics.getUsage',
  'webhooks.addresses.add',
  'webhooks.addresses.list',
  'webhooks.addresses.remove',
  'webhooks.create',
  'webhooks.deactivate',
  'webhooks.generateOrRotateSharedSecret',
  'webhooks.get',
  'webhooks.getSharedSecret',
  'webhooks.list',
  'webhooks.update',
]

/**
 * Declares tests that call all of {@link callerOperations}.
 * @param client uses an API key of its own
 * @param here options of each call
 */
export function testCallerOperations(client: CallerClient, here: object): void {
  const called = new Set<string>()
  const { webhooks, data } = notingCalls(client, called)
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
    const { secret } = await webhooks.generateOrRotateSharedSecret(here)
    expect(await webhooks.getSharedSecret(here)).toEqual({ secret })
    const request = {
      ...{ eventType: 'address_activity', url, chainId: '43114' },
      metadata: { addresses: [ewoqEvm] },
    }
    const made = await webhooks.create(request, here)
    expect(made).toMatchObject({ url, status: 'active', name: '' })
    const { id } = made
    expect(await webhooks.get({ id }, here)).toEqual(made)
    const pages = webhooks.list({ pageSize: 1 }, here)
    expect(await itemsOf(pages, (page) => page.webhooks)).toEqual([made])

    const other = '0x0000000000000000000000000000000000001234'
    const change = { id, addressesChangeRequest: { addresses: [other] } }
    const addresses = () => itemsOf(webhooks.addresses.list({ id }, here), (page) => page.addresses)
    await webhooks.addresses.add(change, here)
    expect(await addresses()).toEqual([ewoqEvm, other])
    await webhooks.addresses.remove(change, here)
    expect(await addresses()).toEqual([ewoqEvm])

    const updateWebhookRequest = { name: 'Mine' }
    expect((await webhooks.update({ id, updateWebhookRequest }, here)).name).toBe('Mine')
    expect((await webhooks.deactivate({ id }, here)).status).toBe('inactive')
  })

  test('transactions are exported as a file', async () => {
    const begun = await data.operations.exportTransactions(
      {
        type: 'TRANSACTION_EXPORT_EVM',
        options: { addresses: [ewoqEvm], includeChains: ['43114'] },
      },
      here,
    )
    expect(begun.operationStatus).toBe('RUNNING')
    const { operationId } = begun
    const done = await data.operations.getResult({ operationId }, here)
    expect(done.operationStatus).toBe('COMPLETED')
    expect(await (await fetch(done.metadata?.downloadUrl ?? '')).text()).toMatch(/^chainId,/)
  })

  test('usage is counted, and the latest requests are listed', async () => {
    const { usageMetrics } = data
    const { metrics } = await usageMetrics.getUsage({}, here)
    const { totalRequests = 0 } = metrics[0]?.values[0] ?? {}
    expect(totalRequests).toBeGreaterThan(10)
    const logs = await itemsOf(usageMetrics.getLogs({ pageSize: 5 }, here), (page) => page.logs)
    expect(logs.length).toBeGreaterThan(totalRequests)
    expect((await usageMetrics.getSubnetRpcUsage({}, here)).metrics).toEqual([])
    expect((await usageMetrics.getRpcUsageMetrics({}, here)).metrics).toEqual([])
  })

  test('the tests above call every operation on what a server holds for an API key', () => {
    expect([...called].sort()).toEqual(callerOperations)
  })
}

/** Returns a client whose methods add their names to a set. */
function notingCalls<Part extends object>(part: Part, called: Set<string>, path = ''): Part {
  return new Proxy(part, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      const full = `${path}${String(name)}`
      if (typeof member !== 'function') return notingCalls(member as object, called, `${full}.`)
      return (...args: unknown[]) => {
        called.add(full)
        return member.apply(target, args)
      }
    },
  })
}

async function itemsOf<Result, Item>(
  pages: Pages<Result>,
  itemsIn: (page: Result) => readonly Item[],
): Promise<Item[]> {
  const items: Item[] = []
  for await (const { result } of await pages) items.push(...itemsIn(result))
  return items
}

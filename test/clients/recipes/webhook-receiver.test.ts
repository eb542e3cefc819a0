import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Avalanche } from '@avalanche-sdk/chainkit'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { connect } from '../../../dist/src/control/client/connect.js'
import { ewoqEvm } from '../support/world.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8')
const recipe = /^```js\n(import Fastify .*?)\n```/ms.exec(page)?.[1] ?? ''

// Below node_modules, where it finds the clients and no tool looks for sources.
const folder = join(import.meta.dirname, '../node_modules/.webhook-receiver')
mkdirSync(folder, { recursive: true })
afterAll(() => rmSync(folder, { recursive: true }))

interface Recipe {
  startReceiver(
    secret: string,
    take: (message: { messageId: string; event: { transaction: { txHash: string } } }) => void,
  ): Promise<{ url: string; close: () => Promise<void> }>
}

test('the Fastify receiver of docs/webhooks.md takes a message by the helper of chainkit, and refuses a changed one', async () => {
  const file = join(folder, 'receiver.mjs')
  writeFileSync(file, recipe.replace('port: 3000', 'port: 0'))
  const { startReceiver }: Recipe = await import(file)
  // The helper of chainkit prints what it compares.
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const serverURL = inject('servers').mainnet
  const here = { serverURL, retries: { strategy: 'none' } } as const
  const world = 'fastify-receiver'
  const { webhooks } = new Avalanche({ enableTelemetry: false, apiKey: `sg_${world}` })
  const snowglobe = connect(serverURL).in(world)

  const { secret } = await webhooks.generateOrRotateSharedSecret(here)
  const taken: string[] = []
  const receiver = await startReceiver(secret, ({ event }) => {
    taken.push(event.transaction.txHash)
  })
  await webhooks.create(
    {
      ...{ eventType: 'address_activity', url: receiver.url, chainId: '43114' },
      metadata: { addresses: [ewoqEvm] },
    },
    here,
  )
  const { results } = await snowglobe.act({
    ...{ do: 'transfer', from: 'ewoq', to: 'ewoq', chain: 'C', amount: '1' },
  })
  expect(await snowglobe.deliveries.settle()).toEqual({ delivered: 1, failed: 0, waiting: 0 })
  expect(taken).toEqual([results[0]?.txId])

  const [row] = (await snowglobe.deliveries.list({ state: 'delivered' })).deliveries
  const { request } = await snowglobe.deliveries.get(row?.id ?? '')
  const send = async (body: string, headers: Record<string, string>) =>
    (await fetch(receiver.url, { method: 'POST', headers, body })).status
  const { 'x-signature': signature, ...unsigned } = request.headers
  expect(signature).toHaveLength(44)
  expect(await send(request.body, request.headers)).toBe(200)
  // A hash that begins with another digit: one byte.
  const changed = request.body.replace(/"txHash":"0x(.)/, (text, digit: string) =>
    text.replace(/.$/, digit === '0' ? '1' : '0'),
  )
  expect(changed).not.toBe(request.body)
  expect(await send(changed, request.headers)).toBe(401)
  expect(await send(request.body, unsigned)).toBe(401)
  expect(taken).toHaveLength(2)

  await receiver.close()
  log.mockRestore()
  await connect(serverURL).worlds.remove(world)
})

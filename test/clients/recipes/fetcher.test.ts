import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AvaCloudSDK } from '@avalabs/avacloud-sdk'
import type { Avalanche } from '@avalanche-sdk/chainkit'
import { afterAll, expect, inject, test } from 'vitest'

const here = inject('servers').mainnet
const page = readFileSync(join(import.meta.dirname, '../../../docs/clients.md'), 'utf8')
const recipe = /^```js\n(import \{ Avalanche \}.*?)\n```/ms.exec(page)?.[1] ?? ''

// Below node_modules, where it finds the clients and no tool looks for sources.
const folder = join(import.meta.dirname, '../node_modules/.recipes')
mkdirSync(folder, { recursive: true })
afterAll(() => rmSync(folder, { recursive: true }))

/** Exports of a module that holds this text, asking the server of these tests. */
async function run<Exports>(name: string, text: string): Promise<Exports> {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, text.replaceAll('http://127.0.0.1:9650', here))
  return import(file)
}
const once = { retries: { strategy: 'none' } } as const

test('the recipe of docs/clients.md brings chainkit here without a change to its calls', async () => {
  const { avalanche } = await run<{ avalanche: Avalanche }>('chainkit', recipe)
  const { chains } = await avalanche.data.evm.chains.list({}, once)
  expect(chains.map(({ chainId }) => chainId)).toContain('43114')
  expect(await avalanche.metrics.healthCheck(once)).toMatchObject({ status: 'ok' })
  const message =
    '0000000000010427d4b22a2a78bcddd456742caf91b56badbff985ee19aef14573e7343fd65200000022000000000001000000148db97c7cece249c2b98bdc0226cc4c2a57bf52fc00000000'
  const signed = await avalanche.data.signatureAggregator.aggregate(
    { network: 'mainnet', signatureAggregatorRequest: { message } },
    once,
  )
  expect(signed.signedMessage).toContain(message)
})

test('the same recipe with serverURL in the constructor brings avacloud-sdk here', async () => {
  const text = recipe
    .replaceAll('@avalanche-sdk/chainkit', '@avalabs/avacloud-sdk')
    .replaceAll('Avalanche', 'AvaCloudSDK')
    .replace('enableTelemetry: false', `serverURL: '${here}'`)
  const { avalanche } = await run<{ avalanche: AvaCloudSDK }>('avacloud', text)
  const { chains } = await avalanche.data.evm.chains.list({}, once)
  expect(chains.map(({ chainId }) => chainId)).toContain('43114')
})

test('avacloud-sdk needs serverURL in its constructor, and then takes it in each call', async () => {
  const call = { ...once, serverURL: here }
  // @ts-expect-error its types ask for it, programs in JavaScript learn it from the error
  expect(() => new AvaCloudSDK({})).toThrow('Invalid URL')
  const { chains } = await new AvaCloudSDK({ serverURL: here }).data.evm.chains.list({}, call)
  expect(chains.map(({ chainId }) => chainId)).toContain('43114')
})

test('avacloud-sdk refuses chains without evmChainId, and takes the documented 0', async () => {
  const { primaryNetwork } = new AvaCloudSDK({ serverURL: here }).data
  const listIn = (headers: Record<string, string>) =>
    primaryNetwork.listSubnets(
      { network: 'mainnet' },
      { ...once, serverURL: here, fetchOptions: { headers } },
    )
  await expect(listIn({})).rejects.toThrow('Response validation failed')
  const { result } = await listIn({ 'x-snowglobe-dialect': 'documented' })
  expect(result.subnets.length).toBeGreaterThan(1)
})

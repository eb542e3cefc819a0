import { Avalanche } from '@avalanche-sdk/chainkit'
import { setupServer } from 'msw/node'
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSnowglobe, type Snowglobe } from '../../../dist/src/snowglobe.js'
import { snowglobeHandlers } from '../../../dist/src/testing/msw.js'
import { snowglobeDispatcher } from '../../../dist/src/testing/undici.js'

let snowglobe: Snowglobe
beforeAll(async () => {
  snowglobe = await createSnowglobe({ size: 'small', logLevel: 'silent' })
})
afterAll(() => snowglobe?.close())

/** chainkit as an application has it: with the host names that are built in. */
const client = new Avalanche({ enableTelemetry: false })

async function expectLatestBlock(): Promise<void> {
  const before = await snowglobe.requests.list()
  const { blocks } = (await snowglobe.inject('/v1/chains/43114/blocks?pageSize=1')).json()
  const page = await client.data.evm.blocks.listLatest({ chainId: '43114', pageSize: 1 })
  expect(page.result.blocks[0]?.blockHash).toBe(blocks[0].blockHash)
  const after = await snowglobe.requests.list()
  expect(after.requests.length).toBe(before.requests.length + 2)
}

test('msw answers chainkit under its own host names', async () => {
  const server = setupServer(...snowglobeHandlers(snowglobe))
  server.listen({ onUnhandledRequest: 'error' })
  await expectLatestBlock().finally(() => server.close())
})

test('a dispatcher of undici answers chainkit under its own host names', async () => {
  const before = getGlobalDispatcher()
  setGlobalDispatcher(snowglobeDispatcher(snowglobe))
  await expectLatestBlock().finally(() => setGlobalDispatcher(before))
})

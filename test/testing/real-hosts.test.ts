import { setupServer } from 'msw/node'
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { snowglobeHandlers } from '../../src/testing/msw.ts'
import { snowglobeDispatcher } from '../../src/testing/undici.ts'
import { startServer } from '../support/server.ts'

let snowglobe: Snowglobe
beforeAll(async () => {
  snowglobe = await startServer()
})
afterAll(() => snowglobe?.close())
beforeEach(() => snowglobe.reset())

const ways = {
  msw(options: Parameters<typeof snowglobeHandlers>[1]) {
    const server = setupServer(...snowglobeHandlers(snowglobe, options))
    server.listen({ onUnhandledRequest: 'bypass' })
    return () => server.close()
  },
  undici(options: Parameters<typeof snowglobeDispatcher>[1]) {
    const before = getGlobalDispatcher()
    setGlobalDispatcher(snowglobeDispatcher(snowglobe, options))
    return () => setGlobalDispatcher(before ?? new Agent())
  },
}
const names = Object.keys(ways) as (keyof typeof ways)[]

let end = () => {}
afterEach(() => end())

test.each(names)('plain fetch with the real host names reaches the server, by %s', async (name) => {
  end = ways[name]({})
  for (const host of ['glacier-api.avax.network', 'data-api.avax.network']) {
    const response = await fetch(`https://${host}/v1/chains/43114/blocks?pageSize=1`)
    expect(response.status).toBe(200)
    const direct = await fetch(`${snowglobe.url}/v1/chains/43114/blocks?pageSize=1`)
    expect(await response.json()).toEqual(await direct.json())
  }
  expect((await fetch('https://metrics.avax.network/v2/chains')).status).toBe(200)
  const call = await fetch('https://api.avax.network/ext/info', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'info.getNetworkName', params: {} }),
  })
  expect(await call.json()).toMatchObject({ id: 5, result: { networkName: 'mainnet' } })
  const { requests } = await snowglobe.requests.list({ operation: 'info.getNetworkName' })
  expect(requests).toHaveLength(1)
})

test.each(names)('other hosts, paths and statuses are as they are, by %s', async (name) => {
  end = ways[name]({})
  expect((await fetch(`${snowglobe.url}/v1/chains`)).status).toBe(200)
  const missing = await fetch('https://glacier-api.avax.network/v1/nothing')
  expect([missing.status, await missing.json()]).toMatchObject([404, { statusCode: 404 }])
  await snowglobe.faults.add({ connection: 'empty' })
  await expect(fetch('https://glacier-api.avax.network/v1/chains')).rejects.toThrow()
})

test.each(names)('a helper names the world of its requests, by %s', async (name) => {
  const world = `of-${name}`
  await snowglobe.in(world).faults.add({ respond: { status: 418 } })
  end = ways[name]({ world })
  expect((await fetch('https://glacier-api.avax.network/v1/chains')).status).toBe(418)
})

test.each(names)('the node of the other network is refused by its name, by %s', async (name) => {
  end = ways[name]({})
  const pending = fetch('https://api.avax-test.network/ext/info', { method: 'POST', body: '{}' })
  const text = await pending.then(
    (response) => response.text(),
    (error) => `${error.message} ${error.cause?.message}`,
  )
  expect(text).toContain("start it with network: 'fuji'")
})

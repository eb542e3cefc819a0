import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Snowglobe, SnowglobeOptions } from '../../src/snowglobe.ts'
import { receive } from '../../src/testing/receiver.ts'
import { create, evm } from '../data/webhooks/support/webhooks.ts'
import { get, startServer } from '../support/server.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function start(options: SnowglobeOptions = {}) {
  const server = await startServer({ pace: 0, ...options })
  closing.push(() => server.close())
  const receiver = await receive()
  closing.push(() => receiver.close())
  const heights = () => receiver.messages.map(({ json }) => +json.event.transaction.blockNumber)
  return { server, receiver, url: receiver.url, heights }
}

/** Makes blocks with a payment each, and returns their heights. */
async function pay({ act }: Pick<Snowglobe, 'act'>, count: number): Promise<unknown[]> {
  const made: unknown[] = []
  for (let index = 0; index < count; index++) {
    const { results } = await act({
      ...{ do: 'transfer', from: 'ewoq', to: 'ewoq', chain: 'C', amount: '1' },
    })
    made.push(...results.map((result) => 'height' in result && result.height))
  }
  return made
}

test('under a lag, blocks after a restore give messages at the heights that came before', async () => {
  const { server, url, heights } = await start()
  await server.snapshots.save('start')
  await server.scenarios.set('indexer-lag', { duration: '1m' })
  await create(server, { ...evm, url })
  await pay(server, 4)
  await server.clock.advance('2m')
  await server.deliveries.settle()
  const earlier = heights().length

  await server.snapshots.restore('start')
  const made = await pay(server, 8)
  await server.clock.advance('2m')
  await server.deliveries.settle()
  expect(heights().slice(earlier)).toEqual(made)
})

test('under a stall, blocks after a restore give messages when the stall ends', async () => {
  const { server, url, heights } = await start()
  await server.snapshots.save('start')
  await create(server, { ...evm, url })
  await pay(server, 4)
  await server.deliveries.settle()
  await server.scenarios.set('indexer-stall', {})
  const earlier = heights().length

  await server.snapshots.restore('start')
  // The stall begins again with the first read.
  await get(server, '/v1/chains/43114/blocks')
  const made = await pay(server, 8)
  await server.deliveries.settle()
  expect(heights().slice(earlier)).toEqual([])
  await server.scenarios.remove('indexer-stall')
  await server.deliveries.settle()
  expect(heights().slice(earlier)).toEqual(made)
})

test.each([
  ['indexer-lag', { duration: '1m' }],
  ['indexer-stall', {}],
] as const)('the blocks of a restored world give no messages under %s', async (...scenario) => {
  const { server, url, heights } = await start()
  await server.snapshots.save('early')
  await pay(server, 4)
  await server.clock.advance('5m')
  await server.snapshots.save('late')
  await server.snapshots.restore('early')
  await server.scenarios.set(...scenario)
  await create(server, { ...evm, url })

  await server.snapshots.restore('late')
  await get(server, '/v1/chains/43114/blocks')
  await server.deliveries.settle()
  expect(heights()).toEqual([])
  const made = await pay(server, 1)
  await server.clock.advance('2m')
  await server.scenarios.remove(scenario[0])
  await server.deliveries.settle()
  expect(heights()).toEqual(made)
})

/** Makes an L1 with the EVM chain id 99123. */
const makeChain = ({ act }: Pick<Snowglobe, 'act'>) =>
  act([
    { do: 'createSubnet', name: 'ice', by: 'ewoq', as: 'ice' },
    { do: 'createChain', name: 'Ice', subnet: 'ice', by: 'ewoq', evmChainId: '99123' },
  ])

/** Makes a block on that L1. */
const fund = ({ act }: Pick<Snowglobe, 'act'>) =>
  act({ do: 'fund', to: 'ewoq', chain: '99123', amount: '1' })

test('a chain that a restore removed and that is made again gives all its messages', async () => {
  const { server, url } = await start()
  await create(server, { ...evm, url })
  await server.snapshots.save('start')
  await makeChain(server)
  await create(server, { ...evm, url, chainId: '99123' })
  for (let count = 0; count < 3; count++) await fund(server)
  await server.deliveries.settle()

  await server.snapshots.restore('start')
  await makeChain(server)
  // Both webhooks get each message.
  await create(server, { ...evm, url, chainId: '99123' })
  const delivered: number[] = []
  for (let count = 0; count < 5; count++) {
    await fund(server)
    delivered.push((await server.deliveries.settle()).delivered)
  }
  expect(delivered).toEqual([2, 2, 2, 2, 2])
})

test('messages wait over a restart after a restore removed a chain', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'snowglobe-restores-'))
  closing.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const { server, receiver, url } = await start({ dataDir })
  await create(server, { ...evm, url })
  await server.snapshots.save('start')
  await makeChain(server)
  await fund(server)
  await server.deliveries.settle()
  await server.snapshots.restore('start')
  receiver.answer(503)
  await pay(server, 1)
  expect(await server.deliveries.settle()).toMatchObject({ waiting: 1 })

  await server.close()
  const { server: restarted } = await start({ dataDir })
  expect(await restarted.deliveries.settle()).toMatchObject({ waiting: 1 })
})

test('an attempt that a restore ends is given up, and says why', async () => {
  const { server } = await start()
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  closing.push(() => silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  await server.snapshots.save('start')
  await create(server, { ...evm, url: `http://127.0.0.1:${port}/` })
  const connected = once(silent, 'connection')
  await pay(server, 1)
  await connected

  await server.snapshots.restore('start')
  await expect
    .poll(async () => (await server.deliveries.list()).deliveries)
    .toEqual([expect.objectContaining({ state: 'given-up', error: 'the world was replaced' })])
  expect(await server.deliveries.settle()).toEqual({ delivered: 0, failed: 1, waiting: 0 })
  const { body } = await server.inject({ method: 'GET', url: '/_admin/metrics' })
  expect(body).toMatch(/given-up"\} 1\n/)

  const again = once(silent, 'connection')
  await pay(server, 1)
  await again
  await server.reset()
  expect(await server.deliveries.settle()).toEqual({ delivered: 0, failed: 0, waiting: 0 })
})

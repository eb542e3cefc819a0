import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ControlMethods } from '../../../src/control/client/control-methods.ts'
import { advanceHeader } from '../../../src/http/headers.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { type Transport, through, transports } from '../../control/support/transports.ts'
import { get, startServer } from '../../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const ewoq = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'
const ewoqEvm = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'

/** Lists, balances, heights and metrics of the Data and Metrics APIs. */
const views = [
  '/v1/chains/43114/blocks?pageSize=20',
  '/v1/networks/mainnet/blockchains/p-chain/blocks?pageSize=20',
  '/v1/networks/mainnet/blockchains/c-chain/blocks?pageSize=20',
  `/v1/networks/mainnet/blockchains/p-chain/transactions?addresses=${ewoq}&pageSize=20`,
  `/v1/networks/mainnet/blockchains/p-chain/balances?addresses=${ewoq}`,
  `/v1/networks/fuji/blockchains/p-chain/blocks?pageSize=20`,
  `/v1/chains/43114/addresses/${ewoqEvm}/balances:getNative`,
  `/v1/chains/43114/addresses/${ewoqEvm}/transactions:listNative?pageSize=20`,
  '/v1/networks/mainnet/delegators?pageSize=20',
  '/v1/networks/mainnet/l1Validators?pageSize=20',
  '/v1/avg_tps/43114',
  '/v1/icm/messages?pageSize=20',
]

/**
 * Returns a response that shows everything it may show. A read waits only briefly for the delayed
 * copy. Until the copy has caught up, responses have a header, and the request is repeated.
 */
async function readCurrent(url: string, world: string): ReturnType<typeof get> {
  for (;;) {
    const response = await get(server, url, { 'x-snowglobe-world': world })
    if (response.headers[advanceHeader] === undefined) return response
  }
}

/** Responses of A and B about a world; without tokens, which tell when they were issued. */
async function visible(world: string): Promise<Record<string, unknown>> {
  const responses: Record<string, unknown> = {}
  for (const url of views) {
    const { status, body } = await readCurrent(url, world)
    expect([url, status]).toEqual([url, 200])
    const { nextPageToken: _, ...rest } = body as Record<string, unknown>
    responses[url] = rest
  }
  return responses
}

const newestBlock = '/v1/chains/43114/blocks?pageSize=1'
const heightIn = ({ body }: Awaited<ReturnType<typeof get>>) =>
  Number((body as { blocks: { blockNumber: string }[] }).blocks[0]?.blockNumber)
const heightOf = async (world: string) => heightIn(await readCurrent(newestBlock, world))

async function nodeHeightOf(world: string): Promise<number> {
  const response = await server.inject({
    method: 'POST',
    url: '/ext/index/C/block',
    headers: { 'content-type': 'application/json', 'x-snowglobe-world': world },
    payload: {
      jsonrpc: '2.0',
      id: 1,
      method: 'index.getLastAccepted',
      params: { encoding: 'hex' },
    },
  })
  // The first container is the block of height 1.
  return Number(response.json().result.index) + 1
}

let count = 0
/** A world of its own, and its methods. */
async function newWorld(
  transport: Transport = 'the object',
): Promise<{ name: string; world: ControlMethods }> {
  const name = `late-${count++}`
  await server.worlds.create(name)
  return { name, world: through(transport, server, name) }
}

const pay = (amount: string) =>
  ({ do: 'transfer', from: 'ewoq', to: 'bob', chain: 'C', amount }) as const
const payOnP = (amount: string) =>
  ({ do: 'transfer', from: 'ewoq', to: 'bob', chain: 'P', amount }) as const

/** Things that happen to a world, one after the other; an hour passes after each. */
const steps: ((world: ControlMethods) => Promise<unknown>)[] = [
  (world) => world.act(pay('1')),
  (world) => world.act([payOnP('1'), payOnP('2'), pay('3')]),
  (world) => world.blocks({ chain: 'C', count: 3 }),
  (world) =>
    world.act({
      do: 'delegate',
      node: 'ewoq',
      from: 'ewoq',
      amount: '30',
      duration: '14d',
    }),
  (world) => world.act({ do: 'fail', from: 'ewoq', chain: 'C' }),
  (world) => world.clock.advance('2d'),
]

/** Responses of a world without delay after each of the steps, with their time. */
interface ObservedState {
  readonly now: string
  readonly visible: Record<string, unknown>
}

async function statesOfSteps(): Promise<ObservedState[]> {
  const { name, world } = await newWorld()
  const stateOf = async () => ({
    now: (await world.clock.get()).now,
    visible: await visible(name),
  })
  const snapshots = [await stateOf()]
  for (const step of steps) {
    await step(world)
    await world.clock.advance('1h')
    snapshots.push(await stateOf())
    await world.clock.advance('1h')
  }
  return snapshots
}

const later = (time: string, days: number) =>
  new Date(Date.parse(time) + days * 86_400_000).toISOString()

test('with a lag, A and B serve at each time the world of that long ago', async () => {
  const snapshots = await statesOfSteps()
  const { name, world } = await newWorld()
  await world.scenarios.set('indexer-lag', { duration: '4d' })
  for (const step of steps) {
    await step(world)
    await world.clock.advance('2h')
    expect(await visible(name)).toEqual(snapshots[0]?.visible)
  }
  expect(await nodeHeightOf(name)).toBeGreaterThan(await heightOf(name))
  for (const { now, visible: observed } of snapshots.slice(1)) {
    await world.clock.advanceTo(later(now, 4))
    expect(await visible(name)).toEqual(observed)
  }
  expect(new Set(snapshots.map(({ visible }) => JSON.stringify(visible))).size).toBe(
    snapshots.length,
  )

  await world.scenarios.remove('indexer-lag')
  expect(await heightOf(name)).toBe(await nodeHeightOf(name))
})

test.each(transports)(
  'with a lag of blocks, A and B lack exactly the last ones of all chains of the network, through %s',
  async (transport) => {
    const { name, world } = await newWorld(transport)
    await world.scenarios.set('indexer-lag', { blocks: 2 })
    const start = await heightOf(name)
    for (const [made, expected] of [
      [1, 0],
      [2, 0],
      [3, 1],
      [4, 2],
    ] as const) {
      await world.act(pay('1'))
      expect((await heightOf(name)) - start, `after ${made}`).toBe(expected)
    }
    await world.blocks({ chain: 'C', count: 5 })
    expect((await heightOf(name)) - start).toBe(7)
    // A block of another chain of the network counts too, one of the other network does not.
    await world.act(payOnP('1'))
    expect((await heightOf(name)) - start).toBe(8)
    await world.blocks({ network: 'fuji', chain: 'C', count: 3 })
    expect((await heightOf(name)) - start).toBe(8)
    await world.scenarios.set('indexer-lag', { blocks: 1 })
    expect((await heightOf(name)) - start).toBe(9)
  },
)

test('what a lag of blocks shows is a prefix of what happened, in every view at once', async () => {
  const plain = await newWorld()
  const snapshots = [JSON.stringify(await visible(plain.name))]
  const late = await newWorld()
  await late.world.scenarios.set('indexer-lag', { blocks: 3 })
  for (let step = 0; step < 8; step++) {
    const action = step % 2 === 0 ? pay('1') : payOnP('1')
    await plain.world.act(action)
    await late.world.act(action)
    snapshots.push(JSON.stringify(await visible(plain.name)))
    expect(snapshots.indexOf(JSON.stringify(await visible(late.name)))).toBe(Math.max(0, step - 2))
  }
})

test.each(transports)(
  'a stalled indexer shows the present of then until it goes on, and then all of it, through %s',
  async (transport) => {
    const { name, world } = await newWorld(transport)
    await world.act(pay('1'))
    const before = await visible(name)
    await world.scenarios.set('indexer-stall')
    await world.act(pay('2'))
    // A long stall is the same thing through each transport.
    await world.clock.advance(transport === 'the object' ? '16d' : '1d')
    expect(await visible(name)).toEqual(before)
    expect(await nodeHeightOf(name)).toBeGreaterThan(await heightOf(name))
    await world.scenarios.remove('indexer-stall')
    expect(await heightOf(name)).toBe(await nodeHeightOf(name))
    expect(await visible(name)).not.toEqual(before)
  },
)

test('an indexer that lags and stalls goes on lagging when it stalls no more', async () => {
  const { name, world } = await newWorld()
  await world.scenarios.set('indexer-lag', { blocks: 1 })
  const start = await heightOf(name)
  await world.act(pay('1'))
  await world.act(pay('1'))
  expect((await heightOf(name)) - start).toBe(1)
  await world.scenarios.set('indexer-stall')
  await world.act(pay('1'))
  expect((await heightOf(name)) - start).toBe(1)
  await world.scenarios.remove('indexer-stall')
  expect((await heightOf(name)) - start).toBe(2)
})

test('page tokens of a stalled indexer expire by the clock of the world', async () => {
  const { name, world } = await newWorld()
  const ask = (token = '') =>
    get(server, `/v1/chains/43114/blocks?pageSize=1${token && `&pageToken=${token}`}`, {
      'x-snowglobe-world': name,
    })
  await world.scenarios.set('indexer-stall')
  const { nextPageToken } = (await ask()).body as { nextPageToken: string }
  await world.clock.advance('23h')
  expect((await ask(nextPageToken)).status).toBe(200)
  await world.clock.advance('2h')
  expect((await ask(nextPageToken)).status).toBe(400)
  const renewed = (await ask()).body as { nextPageToken: string }
  expect((await ask(renewed.nextPageToken)).status).toBe(200)
})

test.each(['reset', 'restore', 'import'] as const)(
  'after a %s A and B show the world that took the place, and lag behind that one',
  async (how) => {
    const { name, world } = await newWorld()
    await world.act(pay('1'))
    await world.snapshots.save('early')
    const early = await world.export()
    const expected = await visible(name)
    await world.scenarios.set('indexer-lag', { blocks: 1 })
    await world.act(pay('2'))
    await world.act(pay('3'))
    expect(await visible(name)).not.toEqual(expected)
    if (how === 'reset') await world.reset(['world'])
    if (how === 'restore') await world.snapshots.restore('early')
    if (how === 'import') await world.import(early)
    const start = await heightOf(name)
    expect(start).toBe(await nodeHeightOf(name))
    if (how !== 'reset') expect(await visible(name)).toEqual(expected)
    await world.act(pay('1'))
    expect(await heightOf(name)).toBe(start)
    await world.act(pay('1'))
    expect(await heightOf(name)).toBe(start + 1)
  },
)

test.each(
  (['reset', 'restore', 'import'] as const).flatMap((how) =>
    (['indexer-lag', 'indexer-stall'] as const).map((scenario) => [how, scenario] as const),
  ),
)(
  'after a %s with %s A and B lag from there on, whether they were read before or not',
  async (how, scenario) => {
    const { name, world } = await newWorld()
    await world.act(pay('1'))
    await world.snapshots.save('early')
    const early = await world.export()
    if (scenario === 'indexer-lag') await world.scenarios.set(scenario, { duration: '1h' })
    else await world.scenarios.set(scenario)
    await world.act(pay('2'))
    if (how === 'reset') await world.reset(['world'])
    if (how === 'restore') await world.snapshots.restore('early')
    if (how === 'import') await world.import(early)
    const start = await nodeHeightOf(name)
    await world.act(pay('1'))
    await world.act(pay('1'))
    const first = await get(server, newestBlock, { 'x-snowglobe-world': name })
    expect(first.headers[advanceHeader]).toBeUndefined()
    expect(heightIn(first)).toBe(start)
    expect(await nodeHeightOf(name)).toBe(start + 2)
    if (scenario === 'indexer-stall') return
    await world.clock.advance('2h')
    expect(await heightOf(name)).toBeGreaterThanOrEqual(start + 2)
  },
)

test('with a running clock A and B come after as it runs', async () => {
  const { name, world } = await newWorld()
  await world.clock.set({ mode: 'running', rate: 3600, pace: 24 })
  await world.scenarios.set('indexer-lag', { duration: '2h' })
  await world.act(pay('1'))
  // A copy behind a fast clock is hardly ever current.
  const height = async () => heightIn(await get(server, newestBlock, { 'x-snowglobe-world': name }))
  const start = await height()
  await expect.poll(height).toBeGreaterThan(start)
  const late = await height()
  expect(await nodeHeightOf(name)).toBeGreaterThan(late)
})

test('a world that lags is whole again when it was at rest', async () => {
  const { name, world } = await newWorld()
  await world.act(pay('1'))
  await world.scenarios.set('indexer-stall')
  await world.act(pay('1'))
  const before = await visible(name)
  for (let other = 0; other < 17; other++) {
    await server.worlds.create(`other-${other}`)
    await server.in(`other-${other}`).world()
  }
  expect(await visible(name)).toEqual(before)
  for (let other = 0; other < 17; other++) await server.worlds.remove(`other-${other}`)
})

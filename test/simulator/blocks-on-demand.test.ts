import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultWorld } from '../../fixtures/default-world.ts'
import { SimulationInMemory } from '../support/simulation-in-memory.ts'

const now = Date.parse(defaultWorld.now) / 1000
let world: SimulationInMemory
beforeAll(async () => {
  world = new SimulationInMemory({ definition: defaultWorld, seed: 'on demand', size: 'small' })
  await world.open()
  await world.liveUntil(now)
})
afterAll(() => world.close())

const timesOf = (chainId: string, last: number) =>
  world
    .rows<{ timestamp: number; tx_count: number }>(
      `SELECT timestamp, tx_count FROM evm_block WHERE chain_id = '${chainId}'
       ORDER BY number DESC LIMIT ${last}`,
    )
    .reverse()

test.each(['43114', '930114'])(
  'blocks of chain %s come every two seconds when they are requested',
  (chainId) => {
    const before = timesOf(chainId, 1)[0]?.timestamp ?? 0
    const name = chainId === '43114' ? 'C' : chainId
    const { height } = world.simulation.makeBlocks('mainnet', name, 5)
    const blocks = timesOf(chainId, 5)
    expect(blocks[0]?.timestamp).toBeGreaterThanOrEqual(Math.max(now, before + 2))
    expect(blocks.map(({ timestamp }) => timestamp - (blocks[0]?.timestamp ?? 0))).toEqual([
      0, 2, 4, 6, 8,
    ])
    for (const { tx_count } of blocks) expect(tx_count).toBeGreaterThan(0)
    const [row] = world.rows<{ height: number }>(
      `SELECT max(number) AS height FROM evm_block WHERE chain_id = '${chainId}'`,
    )
    expect(row?.height).toBe(height)
  },
)

test.each(['P', 'X'])('chain %s makes as many blocks as are requested', (chain) => {
  const heightOf = () =>
    world.rows<{ height: number }>(
      `SELECT max(height) AS height FROM primary_block
       WHERE network = 'mainnet' AND chain = '${chain}'`,
    )[0]?.height ?? 0
  const before = heightOf()
  expect(world.simulation.makeBlocks('mainnet', chain, 3).height).toBe(before + 3)
  expect(heightOf()).toBe(before + 3)
})

test('a network has no blocks of a chain that it lacks', () => {
  expect(() => world.simulation.makeBlocks('fuji', '930114', 1)).toThrow('fuji has no chain 930114')
})

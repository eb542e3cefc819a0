import { expect, test } from 'vitest'
import type { EvmBlock } from '../../schemas/data/evm-blocks.ts'
import { checkWorld } from '../../src/check/check-world.ts'
import { paces } from '../../src/time/pace.ts'
import type { SimulatedWorld } from '../../src/world/simulated-world.ts'
import { walkPages } from '../support/pages.ts'
import { brokenPromises } from '../support/promises.ts'
import { get, startServer } from '../support/server.ts'
import { advance, openSimulatedWorld } from '../support/simulated-world.ts'
import { digestsOf, tablesThatDiffer } from '../support/simulation-in-memory.ts'

const violationsOf = (world: SimulatedWorld) =>
  checkWorld({ now: world.now, all: world.all.bind(world) }).rules.flatMap(({ name, violations }) =>
    violations.map((violation) => [name, violation]),
  )
const digests = (world: SimulatedWorld) => digestsOf(world.all.bind(world))

test.each([
  { pace: paces.calm, by: '1h', together: '4h' },
  { pace: paces.busy, by: '15m', together: '1h' },
])('four times $by are $together at pace $pace', async ({ pace, by, together }) => {
  const [stepwise, atOnce] = [await openSimulatedWorld(pace), await openSimulatedWorld(pace)]
  try {
    for (let i = 0; i < 4; i++) await advance(stepwise, by)
    await advance(atOnce, together)
    expect([stepwise.head, atOnce.head]).toEqual([4, 1])
    expect(tablesThatDiffer(digests(stepwise), digests(atOnce))).toEqual([])
  } finally {
    stepwise.close()
    atOnce.close()
  }
})

test.each([
  ['40d', 'off'],
  ['40d', 'calm'],
  ['1h', 'busy'],
] as const)(
  'after %s at pace %s everything due has happened, and the world is consistent',
  async (time, pace) => {
    const world = await openSimulatedWorld(paces[pace])
    try {
      const { blocks } = await advance(world, time)
      expect(blocks.mainnet?.P).toBeGreaterThan(0)
      expect(brokenPromises(world.all.bind(world), world.now)).toEqual([])
      expect(violationsOf(world)).toEqual([])
    } finally {
      world.close()
    }
  },
)

test.each(['/v1/chains/43114/blocks', '/v1/networks/mainnet/blockchains/p-chain/blocks'])(
  'pages of %s go on where they were when time has passed between them',
  async (url) => {
    const server = await startServer()
    try {
      const { items } = await walkPages<EvmBlock>(server, url, 'blocks', 10)
      const pages: EvmBlock[] = []
      let token: string | undefined
      for (let page = 0; page === 0 || token !== undefined; page++) {
        const next = token === undefined ? '' : `&pageToken=${token}`
        const { body } = await get(server, `${url}?pageSize=10${next}`)
        const response = body as { blocks: EvmBlock[]; nextPageToken?: string }
        pages.push(...response.blocks)
        token = response.nextPageToken
        if (page < 3) await server.clock.advance('6h')
      }
      expect(pages).toEqual(items)
      const { items: present } = await walkPages<EvmBlock>(server, url, 'blocks', 100)
      expect(present.length).toBeGreaterThan(items.length)
      expect(present.slice(-items.length)).toEqual(items)
    } finally {
      await server.close()
    }
  },
)

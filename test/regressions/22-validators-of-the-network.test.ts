import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NetworkDetails } from '../../schemas/data/primary-network.ts'
import type { ActiveValidator } from '../../schemas/data/validators.ts'
import { networks } from '../../src/networks/network.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { walkPages } from '../support/pages.ts'
import { get, startServer } from '../support/server.ts'

/*
 * The default world had seven validators of each network, with 0.000065 of the supply, and what they
 * showed as uptime never changed.
 */
let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ size: 'medium' })
})
afterAll(() => server?.close())

const primaryNetwork = '11111111111111111111111111111111LpoYY'
const active = async (network: string): Promise<ActiveValidator[]> => {
  const filter = `validationStatus=active&subnetId=${primaryNetwork}`
  const url = `/v1/networks/${network}/validators?${filter}`
  return (await walkPages<ActiveValidator>(server, url, 'validators', 100)).items
}

test.each(networks)('%s has tens of validators with a tenth of the supply', async (network) => {
  const stakes = (await active(network)).map(({ amountStaked }) => Number(amountStaked) / 1e9)
  expect(stakes.length).toBeGreaterThanOrEqual(30)
  expect(Math.min(...stakes)).toBeGreaterThanOrEqual(2000)
  expect(Math.max(...stakes)).toBeLessThanOrEqual(3_000_000)
  expect(Math.max(...stakes)).toBeGreaterThan(100 * Math.min(...stakes))

  const { body } = await get(server, `/v1/networks/${network}`)
  const ratio = Number((body as NetworkDetails).validatorDetails.stakingRatio)
  expect(ratio).toBeGreaterThan(0.1)
  expect(ratio).toBeLessThan(0.5)
})

test('some accounts delegated to tens of validators', async () => {
  const delegated = (await active('mainnet')).filter(({ delegatorCount }) => delegatorCount > 0)
  expect(delegated.length).toBeGreaterThan(5)
})

test('uptimes differ between validators and move with time', async () => {
  const uptimesOf = async () =>
    new Map((await active('mainnet')).map((it) => [it.txHash, it.uptimePerformance]))
  const before = await uptimesOf()
  expect(new Set(before.values()).size).toBeGreaterThan(10)
  try {
    await server.clock.set({ pace: 'off' })
    await server.clock.advance('5d')
    const after = await uptimesOf()
    const moved = [...after].filter(([tx, uptime]) => before.has(tx) && before.get(tx) !== uptime)
    expect(moved.length).toBeGreaterThan(10)
    // All of them will be rewarded.
    for (const uptime of after.values()) expect(uptime).toBeGreaterThanOrEqual(80)
  } finally {
    await server.reset()
  }
})

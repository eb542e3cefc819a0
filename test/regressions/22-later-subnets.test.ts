import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Network } from '../../src/networks/network.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { walkPages } from '../support/pages.ts'
import { get, startServer } from '../support/server.ts'

/* No subnet and no chain was made in 400 days of background traffic. */
let server: Snowglobe
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server?.close())

const listed = (network: Network) =>
  walkPages<{
    subnetId: string
    createBlockTimestamp: number
    blockchains: { blockchainId: string }[]
  }>(server, `/v1/networks/${network}/subnets`, 'subnets', 100).then(({ items }) => items)
const typeOf = async (network: Network, txHash: string) =>
  (await get(server, `/v1/networks/${network}/blockchains/p-chain/transactions/${txHash}`)).body

const now = 1_768_435_200

/** Lets days pass at the pace off, but for the seconds around what is planned on the P-chains. */
async function liveWhenDue(days: number): Promise<void> {
  await server.clock.set({ pace: 'off' })
  // Messages that wait arrive, so that the list of what is next has room for the P-chains.
  await server.clock.advance('1h')
  for (;;) {
    const { next } = await server.clock.get()
    const due = next.find(({ chain, what }) => chain === 'P' && what === 'a declared event')
    const at = due === undefined ? Infinity : Date.parse(due.time)
    if (at > (now + days * 86_400) * 1000) return
    await server.clock.advanceTo(new Date(at - 1000).toISOString())
    await server.clock.set({ pace: 'busy' })
    await server.clock.advance('1s')
    await server.clock.set({ pace: 'off' })
  }
}

test('at the pace busy a subnet with a chain is created every 20 to 40 days', async () => {
  await liveWhenDue(121)
  for (const network of ['mainnet', 'fuji'] as const) {
    const later = (await listed(network)).filter((it) => it.createBlockTimestamp > now)
    expect(later.length).toBeGreaterThanOrEqual(3)
    expect(later.length).toBeLessThanOrEqual(6)
    for (const { subnetId, blockchains } of later) {
      expect(await typeOf(network, subnetId)).toMatchObject({ txType: 'CreateSubnetTx' })
      expect(blockchains).toHaveLength(1)
      const chainId = blockchains[0]?.blockchainId ?? ''
      expect(await typeOf(network, chainId)).toMatchObject({ txType: 'CreateChainTx', subnetId })
    }
  }
  expect((await server.check(['subnets', 'blockchains', 'signatures'])).violations).toBe(0)
})

test('at the pace off none is created', async () => {
  const before = await listed('mainnet')
  await server.clock.set({ pace: 'off' })
  await server.clock.advance('120d')
  expect(await listed('mainnet')).toEqual(before)
})

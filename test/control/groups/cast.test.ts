import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WorldCast } from '../../../schemas/control/cast.ts'
import type { PrimaryNetworkBalances } from '../../../schemas/data/balances.ts'
import type { LiveNativeTokenBalance } from '../../../schemas/data/live-evm.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { get, startServer } from '../../support/server.ts'
import { through, transports } from '../support/transports.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

test.each(transports)('the cast names who exists, through %s', async (transport) => {
  const { members, nodes, contracts, assets, subnets } = await through(transport, server).cast()
  expect(members[0]).toMatchObject({
    name: 'ewoq',
    evm: '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
    privateKey: '56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027',
  })
  expect(nodes[0]?.name).toBe('ewoq')
  expect(contracts[0]?.symbol).toBe('WAVAX')
  expect(assets.filter(({ symbol }) => symbol === 'AVAX').map(({ network }) => network)).toEqual([
    'fuji',
    'mainnet',
  ])
  expect(subnets.filter(({ isL1 }) => isL1)).toHaveLength(2)
})

test.each(transports)(
  'the cast tells what members have on every chain, through %s',
  async (transport) => {
    const { cast, act } = through(transport, server)
    const before = await cast()
    await act([
      { do: 'fund', to: 'bob', network: 'fuji', chain: 'X', amount: '0.000000001' },
      { do: 'fund', to: 'bob', network: 'fuji', chain: 'C', amount: '0.000000000000000001' },
    ])
    const { members } = await cast()
    for (const { evm = '', balances, ...addresses } of members)
      for (const network of ['mainnet', 'fuji'] as const) {
        const { C, P, X, ...l1s } = balances[network]
        const own = network === 'mainnet' ? '43114' : '43113'
        expect(Object.keys(l1s).length).toBeGreaterThan(0)
        for (const [chain, balance] of Object.entries({ [own]: C, ...l1s }))
          expect([network, chain, balance]).toEqual([network, chain, await nativeOf(chain, evm)])
        for (const [chain, balance] of Object.entries({ P, X }))
          expect([network, chain, balance]).toEqual([
            network,
            chain,
            await unlockedOf(network, chain, addresses[network] ?? ''),
          ])
      }
    expect(unitsOfBob(members, 'X', 9) - unitsOfBob(before.members, 'X', 9)).toBe(1n)
    expect(unitsOfBob(members, 'C', 18) - unitsOfBob(before.members, 'C', 18)).toBe(1n)
  },
)

const unitsOfBob = (members: WorldCast['members'], chain: string, places: number): bigint => {
  const text = members.find(({ name }) => name === 'bob')?.balances.fuji[chain] ?? ''
  const [whole, fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}

/** Digits with the point put in, as a person would write them. */
const pointed = (units: string, places: number) =>
  units
    .padStart(places + 1, '0')
    .replace(new RegExp(`(\\d{${places}})$`), '.$1')
    .replace(/\.?0*$/, '')

async function nativeOf(chain: string, address: string): Promise<string> {
  const { body } = await get(server, `/v1/chains/${chain}/addresses/${address}/balances:getNative`)
  const { balance, decimals } = (body as { nativeTokenBalance: LiveNativeTokenBalance })
    .nativeTokenBalance
  return pointed(balance, decimals)
}

/** Amount that the Data API counts as unlocked and not staked, of AVAX. */
async function unlockedOf(network: string, chain: string, address: string): Promise<string> {
  const path = `/v1/networks/${network}/blockchains/${chain.toLowerCase()}-chain/balances`
  const { body } = await get(server, `${path}?addresses=${address}`)
  const { balances } = body as { balances: PrimaryNetworkBalances }
  const avax = balances.unlockedUnstaked.find(({ symbol }) => symbol === 'AVAX')
  return pointed(avax?.amount ?? '0', 9)
}

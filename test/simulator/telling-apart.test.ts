import { expect, test } from 'vitest'
import type { L1Validator } from '../../schemas/data/staking.ts'
import type { Acps, Peers, Uptime } from '../../schemas/info.ts'
import { walkPages } from '../support/pages.ts'
import { rpc } from '../support/rpc.ts'
import { startServer } from '../support/server.ts'

// A field that always equals another, or a bound that nothing lies next to, proves nothing.

const worlds = (['small', 'medium'] as const).flatMap((size) =>
  (['mainnet', 'fuji'] as const).map((network) => ({ size, network })),
)

test.each(worlds)(
  'who may disable an L1 validator is not always who gets its balance: $size $network',
  async ({ size, network }) => {
    const server = await startServer({ size, network })
    const { items } = await walkPages<L1Validator>(
      server,
      `/v1/networks/${network}/l1Validators?includeInactiveL1Validators=true`,
      'validators',
      100,
    )
    await server.close()
    const differ = (pick: (owner: L1Validator['deactivationOwner']) => unknown) =>
      items.filter(
        ({ remainingBalanceOwner, deactivationOwner }) =>
          JSON.stringify(pick(remainingBalanceOwner)) !== JSON.stringify(pick(deactivationOwner)),
      ).length
    expect(items).toHaveLength(7)
    expect(differ(({ addresses }) => addresses)).toBe(5)
    expect(differ(({ threshold }) => threshold)).toBe(2)
  },
)

test.each(worlds)(
  'peers with stake see more, hardly and less than the rewarded uptime, and vote: $size $network',
  async ({ size, network }) => {
    const server = await startServer({ size, network })
    const { peers } = await rpc<Peers>(server, '/ext/info', 'info.peers')
    const { acps } = await rpc<Acps>(server, '/ext/info', 'info.acps')
    const uptime = await rpc<Uptime>(server, '/ext/info', 'info.uptime')
    await server.close()
    const seen = peers.map(({ observedUptime }) => Number(observedUptime))
    expect(seen.some((percent) => percent >= 90)).toBe(true)
    expect(seen.some((percent) => percent < 80)).toBe(true)
    // The list begins with validators of the primary network, whose stake counts.
    expect(
      seen.slice(0, size === 'small' ? 4 : 40).some((percent) => percent >= 80 && percent < 90),
    ).toBe(true)
    expect(Object.keys(acps)).not.toEqual([])
    // The node is well connected, but not to all peers.
    for (const percent of [uptime.rewardingStakePercentage, uptime.weightedAveragePercentage])
      expect(Number(percent)).toSatisfy((value: number) => value > 75 && value < 99)
  },
)

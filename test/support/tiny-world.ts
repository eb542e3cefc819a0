import { defaultWorld } from '../../fixtures/default-world.ts'
import type { WorldDefinition } from '../../schemas/definition/world.ts'

const few = { small: 2, medium: 2 }

/** Built-in world in its second year with hardly any content, for tests that build many. */
export const tinyWorld: WorldDefinition = {
  ...defaultWorld,
  now: '2022-03-15T00:00:00Z',
  evmChains: defaultWorld.evmChains
    .filter(({ kind }) => kind === 'c-chain')
    .map((chain) => ({ ...chain, blocks: few })),
  contracts: [],
  foreignChains: [],
  primary: {
    ...defaultWorld.primary,
    blocks: { platform: few, exchange: few },
    delegations: [],
    assets: [],
    payouts: [],
    subnets: [],
  },
}

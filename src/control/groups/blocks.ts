import type { blockOperations } from '../../../schemas/control/blocks.ts'
import { networkConstants } from '../../networks/constants.ts'
import { timeText } from '../../time/time-text.ts'
import { headsIn } from '../../world/heights.ts'
import type { SimulatedWorld } from '../../world/simulated-world.ts'
import { ControlError } from '../control-error.ts'
import type { Group } from '../group.ts'

/** Builds the operations of background blocks: docs/control.md. */
export const blockGroup = (world: SimulatedWorld): Group<typeof blockOperations> => ({
  async makeBlocks({ body: { network = world.nodeNetwork, chain: requested, count = 1 } }, caller) {
    const chain = requested === networkConstants[network].evmChainId ? 'C' : requested
    await world.whenReady()
    const chains = Object.keys(headsIn(world, network))
    if (!chains.includes(chain))
      throw new ControlError(
        'not_possible',
        `${network} has no chain ${requested}; it has ${chains.join(', ')}`,
        {
          pointer: '/chain',
          chains,
        },
      )
    await world.makeBlocks({ network, chain, count }, caller.isGone)
    return {
      head: world.head,
      now: timeText(world.clock.nowMs()),
      height: headsIn(world, network)[chain]?.height ?? 0,
    }
  },
})

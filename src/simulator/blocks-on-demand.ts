import type { Network } from '../networks/network.ts'
import { chainHead } from '../store/chain-heads.ts'
import type { WorldStore } from '../store/world-store.ts'
import { minimumDelay } from './evm/rules.ts'
import { earliest, type ScheduledChain } from './scheduler.ts'
import type { SimulationClock } from './simulation-clock.ts'

/** Maximum number of tries per block: occasionally no action is possible. */
const maxTries = 30

/**
 * Makes background blocks of a chain from the present on, as close together as the chain's rules
 * allow. The time between them passes for the whole world.
 * @returns the height of the chain afterwards
 */
export function makeBlocks(
  chain: ScheduledChain,
  { network, count }: { network: Network; count: number },
  simulation: SimulationClock,
  store: Pick<WorldStore, 'get'>,
): number {
  const { name } = chain
  const headOf = () => chainHead(store, network, name) ?? { height: -1, time: 0 }
  const end = headOf().height + count
  const distance = name === 'P' || name === 'X' ? 1 : minimumDelay
  let tries = 0
  for (let head = headOf(); head.height < end; head = headOf()) {
    if (tries++ > maxTries * count)
      throw new Error(`internal error: chain ${name} cannot make blocks on demand`)
    let time = Math.max(simulation.now() + (tries > 1 ? 1 : 0), head.time + distance)
    // Due events keep their own time.
    while (earliest(chain.sources, time - 1) === time) time++
    simulation.passTo(time)
    chain.act(time)
    simulation.passTo(time)
  }
  return end
}

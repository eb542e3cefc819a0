import type { Network } from '../networks/network.ts'
import { chainHead } from '../store/chain-heads.ts'
import type { WorldStore } from '../store/world-store.ts'
import { minimumDelay } from './evm/rules.ts'
import { earliest, type ScheduledChain } from './scheduler.ts'
import type { SimulationClock } from './simulation-clock.ts'

/** How often a block is tried: now and then nobody can do anything. */
const maxTries = 30

/**
 * Makes blocks of a chain with what goes on every day, from the present on and as close to one
 * another as the chain's rules allow; for everybody else the time between passes.
 * @returns the height of the chain afterwards
 */
export function makeBlocks(
  chain: ScheduledChain,
  { network, count }: { network: Network; count: number },
  life: SimulationClock,
  store: Pick<WorldStore, 'get'>,
): number {
  const { name } = chain
  const headOf = () => chainHead(store, network, name) ?? { height: -1, time: 0 }
  const end = headOf().height + count
  const distance = name === 'P' || name === 'X' ? 1 : minimumDelay
  let tries = 0
  for (let head = headOf(); head.height < end; head = headOf()) {
    if (tries++ > maxTries * count) throw new Error(`nobody makes a block of chain ${name}`)
    let time = Math.max(life.now() + (tries > 1 ? 1 : 0), head.time + distance)
    // What is due has a time of its own.
    while (earliest(chain.causes, time - 1) === time) time++
    life.passTo(time)
    chain.advance(time)
    life.passTo(time)
  }
  return end
}

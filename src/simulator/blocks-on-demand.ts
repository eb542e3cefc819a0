import { networkConstants } from '../networks/constants.ts'
import type { Network } from '../networks/network.ts'
import { statement } from '../store/statement.ts'
import type { WorldStore } from '../store/world-store.ts'
import { earliest, type LivingChain } from './scheduler.ts'

/** How often a block is tried: now and then nobody can do anything. */
const mostTries = 30

/** What making blocks asks of the life that it is part of. */
interface RunningLife {
  /** Up to when everything due has happened, epoch seconds. */
  now(): number
  /** Lets everything happen that is due up to a time, and notes that it has. */
  passTo(time: number): void
}

/**
 * Makes blocks of a chain with what goes on every day, from the present on and as close to one
 * another as the chain's rules allow; for everybody else the time between passes.
 * @returns the height of the chain afterwards
 */
export function makeBlocks(
  chain: LivingChain,
  { network, count }: { network: Network; count: number },
  life: RunningLife,
  store: Pick<WorldStore, 'get'>,
): number {
  const { name } = chain
  const isPrimary = name === 'P' || name === 'X'
  const chainId = name === 'C' ? networkConstants[network].evmChainId : name
  const headOf = (): Head =>
    (isPrimary
      ? store.get(selectPrimaryHead, { network, chain: name })
      : store.get(selectEvmHead, { chainId })) ?? noHead
  const end = headOf().height + count
  // Since Granite two seconds lie between blocks of the C-chain and of L1s (ACP-226).
  const distance = isPrimary ? 1 : 2
  let tries = 0
  for (let head = headOf(); head.height < end; head = headOf()) {
    if (tries++ > mostTries * count) throw new Error(`nobody makes a block of chain ${name}`)
    let time = Math.max(life.now() + (tries > 1 ? 1 : 0), head.time + distance)
    // What is due has a time of its own.
    while (earliest(chain.causes, time - 1) === time) time++
    life.passTo(time)
    chain.advance(time)
    life.passTo(time)
  }
  return end
}

interface Head {
  readonly height: number
  /** Epoch seconds. */
  readonly time: number
}

const noHead: Head = { height: -1, time: 0 }

const selectPrimaryHead = statement<{ network: string; chain: string }, Head>(`
  SELECT height, timestamp AS time FROM primary_block
  WHERE network = :network AND chain = :chain ORDER BY height DESC LIMIT 1`)

const selectEvmHead = statement<{ chainId: string }, Head>(`
  SELECT number AS height, timestamp AS time FROM evm_block
  WHERE chain_id = :chainId ORDER BY number DESC LIMIT 1`)

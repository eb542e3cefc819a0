import { type Network, networks } from '../networks/network.ts'
import { primaryChains } from '../networks/primary-chain.ts'
import { statement } from '../store/statement.ts'
import type { World } from './world.ts'

/** Height of each chain by network: P, X, C, and L1s by their EVM chain id. */
export type Heights = Readonly<Record<string, Readonly<Record<string, number>>>>

/** How far each chain of both networks is. */
export const heightsOf = (world: Pick<World, 'all' | 'get'>): Heights =>
  Object.fromEntries(networks.map((network) => [network, heightsIn(world, network)]))

function heightsIn(world: Pick<World, 'all' | 'get'>, network: Network): Record<string, number> {
  const heights: Record<string, number> = {}
  for (const chain of primaryChains) {
    const last = world.get(selectLast, { network, chain })
    heights[chain] = last?.height ?? 0
  }
  for (const { chain_id } of world.all(selectL1s, { network }))
    heights[chain_id] = world.get(selectLastEvm, { chainId: chain_id })?.number ?? 0
  return heights
}

const selectLast = statement<{ network: Network; chain: string }, { height: number }>(`
  SELECT height FROM primary_block
  WHERE network = :network AND chain = :chain ORDER BY height DESC LIMIT 1`)

/** The C-chain is among the chains of the primary network. */
const selectL1s = statement<{ network: Network }, { chain_id: string }>(`
  SELECT chain_id FROM evm_chain
  WHERE network = :network AND chain_id NOT IN ('43114', '43113') ORDER BY chain_id`)

const selectLastEvm = statement<{ chainId: string }, { number: number }>(`
  SELECT number FROM evm_block WHERE chain_id = :chainId ORDER BY number DESC LIMIT 1`)

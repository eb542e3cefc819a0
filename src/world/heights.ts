import { type Network, networks } from '../networks/network.ts'
import { primaryChains } from '../networks/primary-chain.ts'
import { statement } from '../store/statement.ts'
import type { World } from './world.ts'

/** Height of each chain by network: P, X, C, and L1s by their EVM chain id. */
export type Heights = Readonly<Record<string, Readonly<Record<string, number>>>>

/** The last block of a chain; `time` is epoch seconds. */
export interface ChainHead {
  readonly height: number
  readonly time: number
}

type Reader = Pick<World, 'all' | 'get'>

/** The last block of each chain of a network. */
export function headsIn(world: Reader, network: Network): Record<string, ChainHead> {
  const heads: Record<string, ChainHead> = {}
  for (const chain of primaryChains)
    heads[chain] = world.get(selectLast, { network, chain }) ?? { height: 0, time: 0 }
  for (const { chain_id: chainId } of world.all(selectL1s, { network }))
    heads[chainId] = world.get(selectLastEvm, { chainId }) ?? { height: 0, time: 0 }
  return heads
}

/** How far each chain of both networks is. */
export const heightsOf = (world: Reader): Heights =>
  Object.fromEntries(networks.map((network) => [network, heightsIn(world, network)]))

const heightsIn = (world: Reader, network: Network): Record<string, number> =>
  Object.fromEntries(
    Object.entries(headsIn(world, network)).map(([chain, { height }]) => [chain, height]),
  )

const selectLast = statement<{ network: Network; chain: string }, ChainHead>(`
  SELECT height, timestamp AS time FROM primary_block
  WHERE network = :network AND chain = :chain ORDER BY height DESC LIMIT 1`)

/** The C-chain is among the chains of the primary network. */
const selectL1s = statement<{ network: Network }, { chain_id: string }>(`
  SELECT chain_id FROM evm_chain
  WHERE network = :network AND chain_id NOT IN ('43114', '43113') ORDER BY chain_id`)

const selectLastEvm = statement<{ chainId: string }, ChainHead>(`
  SELECT number AS height, timestamp AS time FROM evm_block WHERE chain_id = :chainId ORDER BY number DESC LIMIT 1`)

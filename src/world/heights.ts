import { type Network, networks } from '../networks/network.ts'
import { primaryChains } from '../networks/primary-chain.ts'
import { type ChainHead, chainHead } from '../store/chain-heads.ts'
import { statement } from '../store/statement.ts'
import type { World } from './world.ts'

/** Height of each chain by network: P, X, C, and L1s by their EVM chain id. */
export type Heights = Readonly<Record<string, Readonly<Record<string, number>>>>

type Reader = Pick<World, 'all' | 'get'>

/** Returns the last block of each chain of a network. */
export function headsIn(world: Reader, network: Network): Record<string, ChainHead> {
  const heads: Record<string, ChainHead> = {}
  for (const chain of primaryChains) heads[chain] = chainHead(world, network, chain) ?? none
  for (const { chain_id: chainId } of world.all(selectL1s, { network }))
    heads[chainId] = chainHead(world, network, chainId) ?? none
  return heads
}

/** Returns the height of each chain of both networks. */
export const heightsOf = (world: Reader): Heights =>
  Object.fromEntries(networks.map((network) => [network, heightsIn(world, network)]))

const heightsIn = (world: Reader, network: Network): Record<string, number> =>
  Object.fromEntries(
    Object.entries(headsIn(world, network)).map(([chain, { height }]) => [chain, height]),
  )

const none: ChainHead = { height: 0, time: 0 }

/** L1s of a network. The C-chain is among the chains of the primary network. */
const selectL1s = statement<{ network: Network }, { chain_id: string }>(`
  SELECT chain_id FROM evm_chain
  WHERE network = :network AND chain_id NOT IN ('43114', '43113') ORDER BY chain_id`)

import { text } from '../json-rpc/argument-readers.ts'
import { rpcError } from '../json-rpc/method.ts'
import type { Network } from '../networks/network.ts'
import { statement } from '../store/statement.ts'
import type { World } from '../world/world.ts'
import { infoMethod } from './info-method.ts'

/** `info.getBlockchainID`: the id for an alias in its exact case; the id itself is an alias too. */
export const getBlockchainId = infoMethod(
  'info.getBlockchainID',
  { alias: text },
  (world, { alias }) => {
    const chain = findChain(world, alias)
    if (!chain) throw rpcError(`there is no ID with alias: ${alias}`)
    return { blockchainID: chain.blockchain_id }
  },
)

/** `info.isBootstrapped`: whether the node has caught up with a chain that it tracks. */
export const isBootstrapped = infoMethod(
  'info.isBootstrapped',
  { chain: text },
  (world, { chain: alias }) => {
    if (alias === '') throw rpcError("argument 'chain' not given")
    const chain = findChain(world, alias)
    if (!chain) throw rpcError(`there is no chain with alias/ID '${alias}'`)
    const isNew = world.scenarios.node?.personality === 'bootstrapping'
    return { isBootstrapped: chain.is_bootstrapped === 1 && !isNew }
  },
)

const findChain = (world: World, alias: string): ChainRow | undefined =>
  world.get(selectChain, { network: world.nodeNetwork, alias })

interface ChainRow {
  blockchain_id: string
  is_bootstrapped: 0 | 1
}

const selectChain = statement<{ network: Network; alias: string }, ChainRow>(`
  SELECT blockchain_id, is_bootstrapped
  FROM node_chain_alias JOIN node_chain USING (network, blockchain_id)
  WHERE network = :network AND alias = :alias`)

import { networkConstants } from '../../networks/constants.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'

/** An EVM chain that a path names. */
export interface EvmChain {
  /** Decimal text. */
  readonly chainId: string
  /** `C`, or the EVM chain id of an L1: its name in actions. */
  readonly name: string
}

/** Returns the chain of a path: a letter, alias, blockchain id or name; undefined: none. */
export function findEvmChain(world: World, given: string): EvmChain | undefined {
  const { evmChainId, cChainId } = networkConstants[world.nodeNetwork]
  if (given === 'C' || given === 'evm' || given === cChainId)
    return { chainId: evmChainId, name: 'C' }
  const row = world.get(selectL1, { network: world.nodeNetwork, given })
  return row && { chainId: row.chain_id, name: row.chain_id }
}

const selectL1 = statement<{ network: string; given: string }, { chain_id: string }>(`
  SELECT chain_id FROM evm_chain
  WHERE network = :network AND (blockchain_id = :given OR name = :given OR chain_id = :given)
    AND EXISTS (SELECT 1 FROM evm_block AS b WHERE b.chain_id = evm_chain.chain_id)
  ORDER BY chain_id LIMIT 1`)

import type { NetworkParameter } from '../../../../schemas/scalars.ts'
import { networkOf } from '../../../networks/network.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'
import { type EvmChainRow, evmChainColumns } from '../find-chain.ts'

/**
 * Returns the EVM chains of the world or of a network: mainnet first, then by length and digits of
 * the id.
 */
export const chainsOf = (world: World, network: NetworkParameter | undefined): EvmChainRow[] =>
  world.all(selectChains, { network: network ? networkOf(network) : null })

const selectChains = statement<{ network: string | null }, EvmChainRow>(`
  SELECT ${evmChainColumns}
  FROM evm_chain
  WHERE :network IS NULL OR network = :network
  ORDER BY network DESC, length(chain_id), chain_id`)

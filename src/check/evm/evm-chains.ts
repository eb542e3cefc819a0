import { networkConstants } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import { indexBy } from '../../util/grouping.ts'
import { perWorld } from '../per-world.ts'

/** Row of the table `evm_chain`. */
export interface EvmChainRow {
  chain_id: string
  network: Network
  blockchain_id: string
  subnet_id: string
  vm_id: string
  first_day: number
}

/** Returns all EVM chains. */
export const evmChains = perWorld((world) => world.all(selectChains, {}))

/** Returns EVM chains by their decimal id. */
export const evmChainById = perWorld((world) =>
  indexBy(evmChains(world), ({ chain_id }) => chain_id),
)

/**
 * Returns whether a chain is the C-chain of its network, which has a different header format and
 * genesis.
 */
export const isContractChain = ({ network, chain_id }: EvmChainRow): boolean =>
  networkConstants[network].evmChainId === chain_id

const selectChains = statement<Record<string, never>, EvmChainRow>(
  'SELECT * FROM evm_chain ORDER BY chain_id',
)

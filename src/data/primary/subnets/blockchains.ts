import type { LiveBlockchain } from '../../../../schemas/data/live-primary.ts'
import { genesisChains, otherChains, platformChain } from '../../../../schemas/data/subnets.ts'
import type { Dialect } from '../../../http/request/dialect.ts'
import { primaryNetworkId } from '../../../networks/constants.ts'
import type { Network } from '../../../networks/network.ts'

/** Columns of table `blockchain`. */
export interface BlockchainRow {
  network: Network
  created_at: number
  create_block: string
  blockchain_id: string
  vm_id: string
  subnet_id: string
  name: string
  evm_chain_id: number
  genesis_data: string | null
}

/** Columns of table `blockchain` for {@link toBlockchain}. */
export const blockchainColumns = `
  blockchain.network, blockchain.created_at, create_block, blockchain_id, vm_id, blockchain.subnet_id,
  blockchain.name, evm_chain_id, genesis_data`

/** Builds a chain of a subnet, with the visible part of its genesis. Section 2.3, G-34. */
export const toBlockchain = (
  row: BlockchainRow,
  dialect: Dialect,
  genesisData: LiveBlockchain['genesisData'],
): LiveBlockchain => ({
  createBlockTimestamp: row.created_at,
  createBlockNumber: row.create_block,
  blockchainId: row.blockchain_id,
  vmId: row.vm_id,
  subnetId: row.subnet_id,
  blockchainName: row.name,
  ...(row.evm_chain_id === 0 ? otherChains.in(dialect) : { evmChainId: row.evm_chain_id }),
  ...(genesisData && { genesisData }),
  ...(row.subnet_id === primaryNetworkId && genesisChains.in(dialect)),
  ...(row.blockchain_id === primaryNetworkId && platformChain.in(dialect)),
})

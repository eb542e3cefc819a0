import type { LiveBlockchain } from '../../../../schemas/data/live-primary.ts'
import type { Dialect } from '../../../http/dialect.ts'
import { genesisData } from '../../../http/quirks.ts'

/** Columns of table `blockchain`. */
export interface BlockchainRow {
  created_at: number
  create_block: string
  blockchain_id: string
  vm_id: string
  subnet_id: string
  name: string
  evm_chain_id: number
  genesis_data: string | null
}

/** What a statement selects of table `blockchain`, for {@link toBlockchain}. */
export const blockchainColumns = `
  blockchain.created_at, create_block, blockchain_id, vm_id, blockchain.subnet_id,
  blockchain.name, evm_chain_id, genesis_data`

/** A chain of a subnet; genesis only of EVM chains. Section 2.3, G-34. */
export const toBlockchain = (row: BlockchainRow, dialect: Dialect): LiveBlockchain => ({
  createBlockTimestamp: row.created_at,
  createBlockNumber: row.create_block,
  blockchainId: row.blockchain_id,
  vmId: row.vm_id,
  subnetId: row.subnet_id,
  blockchainName: row.name,
  evmChainId: row.evm_chain_id,
  ...(row.genesis_data !== null && {
    genesisData: genesisData(dialect, JSON.parse(row.genesis_data)),
  }),
})

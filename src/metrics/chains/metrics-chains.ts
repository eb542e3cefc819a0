import type { MetricsChain } from '../../../schemas/metrics/chains.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'

/** Returns the EVM chains of the world or of a network, in the order of the Data API's list. */
export const metricsChains = (world: World, network: Network | undefined): MetricsChain[] =>
  world.all(selectChains, { network: network ?? null }).map(toMetricsChain)

/** Returns a chain by its EVM chain id or blockchain id. */
export function findMetricsChain(world: World, chainId: string): MetricsChain | undefined {
  const row = world.get(selectChain, { chain: chainId })
  return row && toMetricsChain(row)
}

interface ChainRow {
  chain_id: string
  network: Network
  blockchain_id: string
  subnet_id: string
  name: string
}

const columns = 'chain_id, network, blockchain_id, subnet_id, name'

const selectChains = statement<{ network: string | null }, ChainRow>(`
  SELECT ${columns} FROM evm_chain
  WHERE :network IS NULL OR network = :network
  ORDER BY network DESC, length(chain_id), chain_id`)

const selectChain = statement<{ chain: string }, ChainRow>(`
  SELECT ${columns} FROM evm_chain
  WHERE chain_id = :chain OR blockchain_id = :chain`)

const toMetricsChain = (row: ChainRow): MetricsChain => ({
  evmChainId: Number(row.chain_id),
  chainName: row.name,
  blockchainId: row.blockchain_id,
  subnetId: row.subnet_id,
  network: row.network === 'fuji' ? 'testnet' : 'mainnet',
})

import { notFound, shown } from '../../http/errors.ts'
import { query } from '../../store/query.ts'
import type { World } from '../../world/world.ts'

/** What routes below `/v1/chains/{chainId}` need to know of their chain. */
export interface EvmChainRow {
  chain_id: string
  network: 'mainnet' | 'fuji'
  token_name: string
  token_symbol: string
  token_decimals: number
  token_logo_uri: string | null
}

const selectChain = query<{ chain: string }, EvmChainRow>(`
  SELECT chain_id, network, token_name, token_symbol, token_decimals, token_logo_uri
  FROM evm_chain
  WHERE chain_id = :chain OR blockchain_id = :chain`)

/**
 * The chain of a path: an EVM chain id or a blockchain id; answers carry the decimal id.
 * @throws 404 for a chain outside the world
 */
export function findChain(world: World, chainId: string): EvmChainRow {
  const chain = world.get(selectChain, { chain: chainId })
  if (!chain) throw notFound(`Chain ${shown(chainId)} does not exist`)
  return chain
}

/** Number of the newest block of a chain. */
export const latestBlock = (world: World, chainId: string): number =>
  world.get(selectLatest, { chainId })?.number ?? 0

const selectLatest = query<{ chainId: string }, { number: number }>(`
  SELECT number
  FROM evm_block
  WHERE chain_id = :chainId
  ORDER BY number DESC
  LIMIT 1`)

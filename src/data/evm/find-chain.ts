import { notFound, quoteInput } from '../../http/response/errors.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import { perRevision } from '../../world/per-revision.ts'
import type { World } from '../../world/world.ts'

/** EVM chain of the world. */
export interface EvmChainRow {
  chain_id: string
  network: Network
  blockchain_id: string
  subnet_id: string
  vm_id: string
  name: string
  description: string
  rpc_url: string
  explorer_url: string | null
  logo_uri: string | null
  token_name: string
  token_symbol: string
  token_decimals: number
  token_description: string | null
  token_logo_uri: string | null
  multicall: string | null
}

/** Columns of `evm_chain` for an {@link EvmChainRow}. */
export const evmChainColumns = `
  chain_id, network, blockchain_id, subnet_id, vm_id, name, description, rpc_url, explorer_url,
  logo_uri, token_name, token_symbol, token_decimals, token_description, token_logo_uri, multicall`

const selectChain = statement<{ chain: string }, EvmChainRow>(`
  SELECT ${evmChainColumns}
  FROM evm_chain
  WHERE chain_id = :chain OR blockchain_id = :chain`)

/**
 * Returns the chain of a path: an EVM chain id or a blockchain id; responses carry the decimal id.
 * G-26
 * @throws 404 for a chain outside the world
 */
export function findChain(world: World, chainId: string): EvmChainRow {
  const known = chainsFound(world)
  const chain = known.get(chainId) ?? world.get(selectChain, { chain: chainId })
  if (!chain) throw notFound(`Chain ${quoteInput(chainId)} does not exist`)
  known.set(chainId, chain)
  return chain
}

/** Chains by the requested names: nearly every request names one. */
const chainsFound = perRevision(() => new Map<string, EvmChainRow>())

/** Returns the number of the newest block of a chain. */
export const latestBlock = (world: World, chainId: string): number =>
  world.get(selectLatest, { chainId })?.number ?? 0

const selectLatest = statement<{ chainId: string }, { number: number }>(`
  SELECT number
  FROM evm_block
  WHERE chain_id = :chainId
  ORDER BY number DESC
  LIMIT 1`)

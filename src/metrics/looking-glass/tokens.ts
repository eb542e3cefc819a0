import { notFound, quoteInput } from '../../http/response/errors.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import { findMetricsChain } from '../chains/metrics-chains.ts'

/** Contract of a token. */
export interface TokenContract {
  readonly seq: number
  readonly erc_type: string
  readonly name: string | null
  readonly symbol: string | null
}

/** Returns the decimal id of an EVM chain. @throws 404 outside the world */
export function findEvmChainId(world: World, chain: string): string {
  const found = findMetricsChain(world, chain)
  if (!found) throw notFound(`Chain ${quoteInput(chain)} does not exist`)
  return String(found.evmChainId)
}

/**
 * Returns the contract of a path.
 * @param kinds accepted standards
 * @throws 404 for an address without such a contract: G-36, G-104
 */
export function findToken(
  world: World,
  chainId: string,
  address: string,
  kinds: readonly string[],
): TokenContract {
  const found = tokenAt(world, chainId, address)
  if (found && kinds.includes(found.erc_type)) return found
  throw notFound(`${kinds.join(' or ')} contract ${address} does not exist on chain ${chainId}`)
}

/** Returns the contract at an address, if there is one. */
export const tokenAt = (
  world: World,
  chainId: string,
  address: string,
): TokenContract | undefined => world.get(selectContract, { chainId, address })

const selectContract = statement<{ chainId: string; address: string }, TokenContract>(`
  SELECT seq, erc_type, name, symbol
  FROM contract
  WHERE chain_id = :chainId AND address = :address`)

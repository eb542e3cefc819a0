import { notFound, quoteInput } from '../../../http/response/errors.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'

/** Columns of a contract that filters need. */
interface ContractRow {
  seq: number
  erc_type: 'ERC-20' | 'ERC-721' | 'ERC-1155' | 'UNKNOWN'
}

/** Returns the contract at an address, if there is one. */
export const contractAt = (
  world: World,
  chainId: string,
  address: string,
): ContractRow | undefined => world.get(selectContract, { chainId, address })

/**
 * Returns the key of the NFT contract at an address.
 * @throws 404 for any other address: it is no collection. G-36
 */
export function findCollection(world: World, chainId: string, address: string): number {
  const contract = contractAt(world, chainId, address)
  if (contract?.erc_type === 'ERC-721' || contract?.erc_type === 'ERC-1155') return contract.seq
  throw notFound(`NFT contract ${quoteInput(address)} does not exist on chain ${chainId}`)
}

const selectContract = statement<{ chainId: string; address: string }, ContractRow>(`
  SELECT seq, erc_type
  FROM contract
  WHERE chain_id = :chainId AND address = :address`)

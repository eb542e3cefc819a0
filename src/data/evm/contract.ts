import { query } from '../../store/query.ts'
import type { World } from '../../world/world.ts'

/** What a filter by contract needs to know. */
export interface ContractRow {
  seq: number
  erc_type: 'ERC-20' | 'ERC-721' | 'ERC-1155' | 'UNKNOWN'
}

/** The contract at an address, if there is one. */
export const contractAt = (
  world: World,
  chainId: string,
  address: string,
): ContractRow | undefined => world.get(selectContract, { chainId, address })

const selectContract = query<{ chainId: string; address: string }, ContractRow>(`
  SELECT seq, erc_type
  FROM contract
  WHERE chain_id = :chainId AND address = :address`)

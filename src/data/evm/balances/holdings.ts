import type { Page } from '../../../http/rest/page.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'
import { contractAt } from '../contracts/contract.ts'
import { type NftTokenRow, nftTokenColumns } from '../contracts/nft-token.ts'

/** NFT with the amount that an address holds. */
export interface HoldingRow extends NftTokenRow {
  seq: number
  chain_id: string
  balance: string
}

interface HoldingFilters {
  readonly chainId: string
  readonly holder: string
  /** Address of a contract; one that does not exist or is of another type has no holdings. */
  readonly contract: string | undefined
  readonly ercType?: 'ERC-721' | 'ERC-1155'
}

/** Returns the NFTs of a holder after the key of a page, most recently acquired first. */
export function holdingsBefore(
  world: World,
  { chainId, holder, contract, ercType }: HoldingFilters,
  { key: before, limit }: Page,
): HoldingRow[] {
  const bindings = { chainId, holder, before, limit }
  if (contract !== undefined) {
    const found = contractAt(world, chainId, contract)
    if (!found || (ercType !== undefined && found.erc_type !== ercType)) return []
    return world.all(selectByContract, { ...bindings, contract: found.seq })
  }
  if (ercType !== undefined) return world.all(selectByType, { ...bindings, ercType })
  return world.all(selectHoldings, bindings)
}

type Bindings = { chainId: string; holder: string; before: number; limit: number }

/** Builds one statement per filter: each has an index that ends with the key. */
const selection = (filter: string) => `
  SELECT h.seq, h.chain_id, h.balance, ${nftTokenColumns('h.holder')}
  FROM nft_balance h
  CROSS JOIN nft_token n ON n.seq = h.token_seq
  CROSS JOIN contract c ON c.seq = h.contract_seq
  WHERE h.chain_id = :chainId AND h.holder = :holder AND ${filter} h.seq < :before
  ORDER BY h.seq DESC
  LIMIT :limit + 0`

const selectHoldings = statement<Bindings, HoldingRow>(selection(''))

const selectByType = statement<Bindings & { ercType: string }, HoldingRow>(
  selection('h.erc_type = :ercType AND'),
)

const selectByContract = statement<Bindings & { contract: number }, HoldingRow>(
  selection('h.contract_seq = :contract AND'),
)

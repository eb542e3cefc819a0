import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import type { TokenContract } from './tokens.ts'
import type { Transfer } from './transfers.ts'

/** Transfers of NFTs of a contract, the first one first. */
export const nftTransfers = (
  world: World,
  { seq: contract, erc_type }: TokenContract,
): (Transfer & { seq: number })[] =>
  world.all(erc_type === 'ERC-721' ? selectErc721 : selectErc1155, { contract })

const selectErc721 = statement<{ contract: number }, Transfer & { seq: number }>(`
  SELECT seq, sender, recipient, '1' AS value
  FROM erc721_transfer
  WHERE contract_seq = :contract
  ORDER BY seq`)

const selectErc1155 = statement<{ contract: number }, Transfer & { seq: number }>(`
  SELECT seq, sender, recipient, value
  FROM erc1155_transfer
  WHERE contract_seq = :contract
  ORDER BY seq`)

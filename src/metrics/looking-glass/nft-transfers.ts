import { statement } from '../../store/statement.ts'
import { transfersPerTransaction } from '../../store/tables/evm-contracts.ts'
import type { World } from '../../world/world.ts'
import type { BlockSpan } from './block-span.ts'
import type { HeldEnough } from './holders.ts'
import type { TokenContract } from './tokens.ts'
import { follow, type Transfer } from './transfers.ts'

interface NftTransfer extends Transfer {
  readonly seq: number
}

/** Returns transfers of NFTs of a contract, oldest first. */
export const nftTransfers = (
  world: World,
  { seq: contract, erc_type }: TokenContract,
): NftTransfer[] => world.all(erc_type === 'ERC-721' ? selectErc721 : selectErc1155, { contract })

/**
 * Returns the addresses that held a token of a contract at some time of a span, or at every one.
 */
export function nftHolders(
  world: World,
  chainId: string,
  contract: TokenContract,
  { span, when }: Pick<HeldEnough, 'span' | 'when'>,
): Set<string> {
  const { first, end } = keysOf(world, chainId, span)
  const amounts = new Map<string, bigint>()
  let found: Set<string> | undefined
  for (const transfer of nftTransfers(world, contract)) {
    if (transfer.seq >= end) break
    if (transfer.seq >= first) found ??= holding(amounts)
    follow(amounts, transfer)
    if (!found) continue
    if (when === 'any time' && amounts.has(transfer.recipient)) found.add(transfer.recipient)
    if (when === 'all time' && amounts.get(transfer.sender) === 0n) found.delete(transfer.sender)
  }
  return found ?? holding(amounts)
}

const holding = (amounts: ReadonlyMap<string, bigint>): Set<string> =>
  new Set([...amounts].flatMap(([address, amount]) => (amount > 0n ? [address] : [])))

/** Returns the keys of transfers in a span: at least `first`, and below `end`. */
function keysOf(world: World, chainId: string, { before, last }: BlockSpan) {
  const firstAfter = (block: number) =>
    (world.get(selectFirstAfter, { chainId, block })?.seq ?? Number.POSITIVE_INFINITY) *
    transfersPerTransaction
  return { first: firstAfter(before), end: firstAfter(last) }
}

const selectFirstAfter = statement<{ chainId: string; block: number }, { seq: number }>(`
  SELECT seq
  FROM evm_transaction
  WHERE chain_id = :chainId AND block_number > :block
  ORDER BY block_number, block_index
  LIMIT 1`)

const selectErc721 = statement<{ contract: number }, NftTransfer>(`
  SELECT seq, sender, recipient, '1' AS value
  FROM erc721_transfer
  WHERE contract_seq = :contract
  ORDER BY seq`)

const selectErc1155 = statement<{ contract: number }, NftTransfer>(`
  SELECT seq, sender, recipient, value
  FROM erc1155_transfer
  WHERE contract_seq = :contract
  ORDER BY seq`)

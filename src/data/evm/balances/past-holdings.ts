import type { Page } from '../../../http/rest/page.ts'
import { statement } from '../../../store/statement.ts'
import { transfersPerTransaction } from '../../../store/tables/evm-contracts.ts'
import type { World } from '../../../world/world.ts'
import { transactionRange } from '../blocks/block-range.ts'
import { contractAt } from '../contracts/contract.ts'
import { nftTokenColumns } from '../contracts/nft-token.ts'
import type { HoldingRow } from './holdings.ts'

interface Wanted {
  readonly chainId: string
  readonly holder: string
  /** Address of a contract; one that does not exist has no holdings. */
  readonly contract: string | undefined
  readonly block: number
}

/**
 * Returns the ERC-1155 holdings of an address after a block, most recently acquired first. The
 * tables hold only current balances, so these are the sums of the holder's transfers until then.
 */
export function pastHoldingsBefore(
  world: World,
  { chainId, holder, contract, block }: Wanted,
  { key, limit }: Page,
): HoldingRow[] {
  const only = contract === undefined ? null : (contractAt(world, chainId, contract)?.seq ?? -1)
  const { end } = transactionRange(world, chainId, { endBlock: block + 1 })
  const held = new Map<number, { seq: number; balance: bigint }>()
  const add = (token: number, change: bigint, seq: number) => {
    const before = held.get(token)
    const balance = (before?.balance ?? 0n) + change
    if (balance === 0n) held.delete(token)
    else held.set(token, { seq: before?.seq ?? seq, balance })
  }
  const bindings = { chainId, holder, contract: only, end: end * transfersPerTransaction }
  for (const { seq, token_seq, value, is_out, is_in } of world.all(selectTransfers, bindings)) {
    if (is_out) add(token_seq, -BigInt(value), seq)
    if (is_in) add(token_seq, BigInt(value), seq)
  }
  const wanted = [...held]
    .map(([token, holding]) => ({ token, ...holding, balance: String(holding.balance) }))
    .filter(({ seq }) => seq < key)
    .sort((a, b) => b.seq - a.seq)
    .slice(0, limit)
  return world.all(selectTokens, { chainId, holder, wanted: JSON.stringify(wanted) })
}

const selectTransfers = statement<
  { chainId: string; holder: string; contract: number | null; end: number },
  { seq: number; token_seq: number; value: string; is_out: 0 | 1; is_in: 0 | 1 }
>(`
  SELECT x.seq, x.token_seq, x.value, x.sender = :holder AS is_out, x.recipient = :holder AS is_in
  FROM erc1155_activity a
  CROSS JOIN erc1155_transfer x ON x.seq = a.seq
  WHERE a.chain_id = :chainId AND a.address = :holder AND a.seq < :end
    AND (:contract IS NULL OR x.contract_seq = :contract)
  ORDER BY a.seq`)

const selectTokens = statement<{ chainId: string; holder: string; wanted: string }, HoldingRow>(`
  SELECT asked.value ->> 'seq' AS seq, :chainId AS chain_id, asked.value ->> 'balance' AS balance,
         ${nftTokenColumns(':holder')}
  FROM json_each(:wanted) AS asked
  CROSS JOIN nft_token n ON n.seq = asked.value ->> 'token'
  CROSS JOIN contract c ON c.seq = n.contract_seq
  ORDER BY asked.key`)

import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import type { BlockSpan } from './block-span.ts'

/** Held asset: an ERC-20 token by its contract, or the coin of an EVM chain. */
type Held = { readonly contract: number } | { readonly chainId: string }

export interface HeldEnough {
  /** Decimal text in the smallest unit; 0 accepts any positive amount. */
  readonly min: string
  readonly span: BlockSpan
  /** Whether the amount is required after one of the blocks, or after all of them. */
  readonly when: 'any time' | 'all time'
}

/** Returns the addresses with enough. */
export function holders(world: World, held: Held, { min, span, when }: HeldEnough): Set<string> {
  const enough = { min: min === '0' ? '1' : min, ...span }
  const rows =
    'contract' in held
      ? world.all(ofTokens[when], { owner: held.contract, ...enough })
      : world.all(ofCoins[when], { owner: held.chainId, ...enough })
  return new Set(rows.map(({ address }) => address))
}

/** Builds the comparison: longer decimal text is larger, and equal lengths compare as text. */
const compared = (is: '>=' | '<') => `(length(balance), balance) ${is} (length(:min), :min)`

/**
 * Builds `walk` over every address that ever had some of `:owner`. Each step finds the next
 * address, so no history of an address is read.
 */
export const withHolders = (table: string, owner: string, address: string): string => `
  WITH RECURSIVE walk(address) AS (
    SELECT min(${address}) FROM ${table} WHERE ${owner} = :owner
    UNION ALL
    SELECT (
      SELECT min(${address}) FROM ${table} WHERE ${owner} = :owner AND ${address} > walk.address)
    FROM walk
    WHERE walk.address IS NOT NULL)`

const selects = <Owner extends string | number>(table: string, owner: string, address: string) => {
  const own = `${owner} = :owner AND ${address} = walk.address`
  /** Without an earlier block the result is empty. */
  const atBeginning = `
    SELECT block_number FROM ${table} WHERE ${own} AND block_number <= :before
    ORDER BY block_number DESC LIMIT 1`
  type Enough = { owner: Owner; min: string; before: number; last: number }
  // Newest blocks come first: an address with enough now is found at once.
  const anyTime = `
    EXISTS (
      SELECT 1 FROM ${table}
      WHERE ${own} AND block_number BETWEEN coalesce((${atBeginning}), 0) AND :last
        AND ${compared('>=')}
      ORDER BY block_number DESC)`
  const allTime = `
    EXISTS (
      SELECT 1 FROM ${table} WHERE ${own} AND block_number = (${atBeginning}) AND ${compared('>=')})
    AND NOT EXISTS (
      SELECT 1 FROM ${table}
      WHERE ${own} AND block_number > :before AND block_number <= :last AND ${compared('<')})`
  const select = (condition: string) =>
    statement<Enough, { address: string }>(`
      ${withHolders(table, owner, address)}
      SELECT address FROM walk WHERE walk.address IS NOT NULL AND ${condition}`)
  return { 'any time': select(anyTime), 'all time': select(allTime) }
}

const ofTokens = selects<number>('erc20_balance', 'contract_seq', 'holder')
const ofCoins = selects<string>('evm_balance', 'chain_id', 'address')

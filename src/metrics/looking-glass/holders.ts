import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import type { BlockSpan } from './block-span.ts'

/** Of what: an ERC-20 token by its contract, or the coin of an EVM chain. */
export type Held = { readonly contract: number } | { readonly chainId: string }

export interface HeldEnough {
  /** Decimal text in the smallest unit; 0 asks for any at all. */
  readonly least: string
  readonly span: BlockSpan
  /** Whether somebody had so much after one of the blocks, or after all of them. */
  readonly when: 'any time' | 'all time'
}

/** Who had enough. */
export function holders(world: World, held: Held, { least, span, when }: HeldEnough): Set<string> {
  const enough = { least: least === '0' ? '1' : least, ...span }
  const rows =
    'contract' in held
      ? world.all(ofTokens[when], { owner: held.contract, ...enough })
      : world.all(ofCoins[when], { owner: held.chainId, ...enough })
  return new Set(rows.map(({ address }) => address))
}

/** Longer decimal text is more, and of equal length what comes later in the alphabet. */
const compared = (is: '>=' | '<') => `(length(balance), balance) ${is} (length(:least), :least)`

const selects = <Owner extends string | number>(table: string, owner: string, address: string) => {
  const atBeginning = `
    SELECT address FROM (
      SELECT ${address} AS address, balance, max(block_number)
      FROM ${table}
      WHERE ${owner} = :owner AND block_number <= :before
      GROUP BY ${address})
    WHERE ${compared('>=')}`
  const later = (is: '>=' | '<') => `
    SELECT ${address} AS address
    FROM ${table}
    WHERE ${owner} = :owner AND block_number > :before AND block_number <= :last
      AND ${compared(is)}`
  type Enough = { owner: Owner; least: string; before: number; last: number }
  return {
    'any time': statement<Enough, { address: string }>(`${atBeginning} UNION ${later('>=')}`),
    'all time': statement<Enough, { address: string }>(`${atBeginning} EXCEPT ${later('<')}`),
  }
}

const ofTokens = selects<number>('erc20_balance', 'contract_seq', 'holder')
const ofCoins = selects<string>('evm_balance', 'chain_id', 'address')

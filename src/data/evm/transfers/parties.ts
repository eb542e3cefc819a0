import type { AddressInfo } from '../../../../schemas/common-shapes.ts'
import { present } from '../balances/present.ts'

/** Columns of the sender and the recipient of a row, with what is known of them as contracts. */
export interface PartiesRow {
  sender: string
  sender_name: string | null
  sender_symbol: string | null
  sender_decimals: number | null
  sender_logo: string | null
  recipient: string
  recipient_name: string | null
  recipient_symbol: string | null
  recipient_decimals: number | null
  recipient_logo: string | null
}

/** What to select for a {@link PartiesRow}; `table` is the alias of what has both addresses. */
export const partyColumns = (table: string) => `
  ${table}.sender, sc.name AS sender_name, sc.symbol AS sender_symbol,
  sc.decimals AS sender_decimals, sc.logo_uri AS sender_logo,
  ${table}.recipient, rc.name AS recipient_name, rc.symbol AS recipient_symbol,
  rc.decimals AS recipient_decimals, rc.logo_uri AS recipient_logo`

/**
 * The joins for {@link partyColumns}.
 * @param chainId SQL for the chain that both addresses are of
 */
export const partyJoins = (table: string, chainId = ':chainId') => `
  LEFT JOIN contract sc ON sc.chain_id = ${chainId} AND sc.address = ${table}.sender
  LEFT JOIN contract rc ON rc.chain_id = ${chainId} AND rc.address = ${table}.recipient`

/** Sender and recipient; only known contracts have more than an address. */
export const toParties = (row: PartiesRow): { from: AddressInfo; to: AddressInfo } => ({
  from: Object.assign(
    present({
      name: row.sender_name,
      symbol: row.sender_symbol,
      decimals: row.sender_decimals,
      logoUri: row.sender_logo,
    }),
    { address: row.sender },
  ),
  to: Object.assign(
    present({
      name: row.recipient_name,
      symbol: row.recipient_symbol,
      decimals: row.recipient_decimals,
      logoUri: row.recipient_logo,
    }),
    { address: row.recipient },
  ),
})

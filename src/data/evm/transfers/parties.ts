import type { AddressInfo } from '../../../../schemas/common-shapes.ts'
import { present } from '../balances/present.ts'
import type { ContractOf } from '../contracts/known-contracts.ts'

/** Columns of the sender and the recipient of a row, with their keys as contracts. */
export interface PartiesRow {
  sender: string
  sender_contract: number | null
  recipient: string
  recipient_contract: number | null
}

/** Columns for a {@link PartiesRow}; `table` is the alias of the table with both addresses. */
export const partyColumns = (table: string) => `
  ${table}.sender, sc.seq AS sender_contract, ${table}.recipient, rc.seq AS recipient_contract`

/**
 * Builds the joins for {@link partyColumns}.
 * @param chainId SQL for the chain of both addresses
 */
export const partyJoins = (table: string, chainId = ':chainId') => `
  LEFT JOIN contract sc ON sc.chain_id = ${chainId} AND sc.address = ${table}.sender
  LEFT JOIN contract rc ON rc.chain_id = ${chainId} AND rc.address = ${table}.recipient`

/** Builds sender and recipient; only known contracts have more than an address. */
export const toParties = (
  row: PartiesRow,
  contractOf: ContractOf,
): { from: AddressInfo; to: AddressInfo } => ({
  from: toParty(row.sender, row.sender_contract, contractOf),
  to: toParty(row.recipient, row.recipient_contract, contractOf),
})

function toParty(address: string, seq: number | null, contractOf: ContractOf): AddressInfo {
  if (seq === null) return { address }
  const { name, symbol, decimals, logo_uri: logoUri } = contractOf(seq)
  return Object.assign(present({ name, symbol, decimals, logoUri }), { address })
}

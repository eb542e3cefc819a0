import type {
  LiveErc20Transfer,
  LiveErc721Transfer,
  LiveErc1155Transfer,
} from '../../../../schemas/data/live-evm.ts'
import { toErc20Token } from '../contracts/erc20-token.ts'
import {
  type NftTokenRow,
  nftTokenColumns,
  ownerOfErc721,
  toCommonNftToken,
  toNftToken,
} from '../contracts/nft-token.ts'
import { type Selection, type Surroundings, type TransferRow, toTransfer } from './transfer-list.ts'

const nftJoins = `
  CROSS JOIN nft_token n ON n.seq = x.token_seq
  CROSS JOIN contract c ON c.seq = n.contract_seq`

/** ERC-20 transfer; `value` is decimal text in the token's smallest unit. */
export interface Erc20Row extends TransferRow {
  value: string
  /** Key of the token's contract. */
  token: number
}
export const erc20Selection: Selection = {
  columns: 'x.value, x.contract_seq AS token',
  joins: '',
}
export const toErc20Transfer = (row: Erc20Row, around: Surroundings): LiveErc20Transfer =>
  Object.assign(toTransfer(row, around), {
    value: row.value,
    erc20Token: toErc20Token(around.contractOf(row.token), around.dialect),
  })

/** ERC-721 transfer. */
export type Erc721Row = TransferRow & NftTokenRow
export const erc721Selection: Selection = {
  columns: nftTokenColumns(ownerOfErc721),
  joins: nftJoins,
}
export const toErc721Transfer = (row: Erc721Row, around: Surroundings): LiveErc721Transfer =>
  Object.assign(toTransfer(row, around), {
    erc721Token: toCommonNftToken(around.world, row, around.dialect),
  })

/** ERC-1155 transfer. */
export interface Erc1155Row extends TransferRow, NftTokenRow {
  value: string
}
export const erc1155Selection: Selection = {
  columns: `x.value, ${nftTokenColumns('NULL')}`,
  joins: nftJoins,
}
export const toErc1155Transfer = (row: Erc1155Row, around: Surroundings): LiveErc1155Transfer =>
  Object.assign(toTransfer(row, around), {
    value: row.value,
    erc1155Token: toNftToken(around.world, row, around.dialect),
  })

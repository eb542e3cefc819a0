import { listErc1155Transfers } from '../../../../schemas/data/evm-transactions.ts'
import {
  type LiveErc1155Transfer,
  LiveErc1155Transfers,
} from '../../../../schemas/data/live-evm.ts'
import type { Dialect } from '../../../http/dialect.ts'
import { route } from '../../../http/route.ts'
import { statement } from '../../../store/statement.ts'
import type { RangeBindings } from '../blocks/block-range.ts'
import type { GraniteFieldsOf } from '../blocks/granite-fields.ts'
import { type NftTokenRow, nftTokenColumns, toNftToken } from '../contracts/nft-token.ts'
import { type TransferRow, toTransfer, transferPage, transfersBefore } from './transfer-list.ts'

/** `GET …/transactions:listErc1155`: ERC-1155 transfers from or to an address, newest first. */
export const listErc1155TransfersRoute = route(
  listErc1155Transfers,
  (world, input, { dialect }) => {
    const { rows, next, graniteOf } = transferPage(
      world,
      listErc1155Transfers,
      input,
      selectTransfersBefore,
      dialect,
    )
    return { ...next, transactions: rows.map((row) => toErc1155Transfer(row, graniteOf, dialect)) }
  },
  { liveAnswer: LiveErc1155Transfers },
)

const selectTransfersBefore = statement<RangeBindings, Row>(
  transfersBefore('erc1155', {
    columns: `x.value, ${nftTokenColumns('NULL')}`,
    joins: `
      CROSS JOIN nft_token n ON n.seq = x.token_seq
      CROSS JOIN contract c ON c.seq = n.contract_seq`,
  }),
)

interface Row extends TransferRow, NftTokenRow {
  value: string
}

const toErc1155Transfer = (
  row: Row,
  graniteOf: GraniteFieldsOf,
  dialect: Dialect,
): LiveErc1155Transfer => ({
  ...toTransfer(row, graniteOf),
  value: row.value,
  erc1155Token: toNftToken(row, dialect),
})

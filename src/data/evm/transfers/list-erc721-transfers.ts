import { listErc721Transfers } from '../../../../schemas/data/evm-transactions.ts'
import { type LiveErc721Transfer, LiveErc721Transfers } from '../../../../schemas/data/live-evm.ts'
import type { Dialect } from '../../../http/dialect.ts'
import { route } from '../../../http/route.ts'
import { statement } from '../../../store/statement.ts'
import type { RangeBindings } from '../blocks/block-range.ts'
import type { GraniteFieldsOf } from '../blocks/granite-fields.ts'
import {
  type NftTokenRow,
  nftTokenColumns,
  ownerOfErc721,
  toCommonNftToken,
} from '../contracts/nft-token.ts'
import { type TransferRow, toTransfer, transferPage, transfersBefore } from './transfer-list.ts'

/** `GET …/transactions:listErc721`: ERC-721 transfers from or to an address, newest first. */
export const listErc721TransfersRoute = route(
  listErc721Transfers,
  (world, input, { dialect }) => {
    const { rows, next, graniteOf } = transferPage(
      world,
      listErc721Transfers,
      input,
      selectTransfersBefore,
      dialect,
    )
    return { ...next, transactions: rows.map((row) => toErc721Transfer(row, graniteOf, dialect)) }
  },
  { liveAnswer: LiveErc721Transfers },
)

const selectTransfersBefore = statement<RangeBindings, Row>(
  transfersBefore('erc721', {
    columns: nftTokenColumns(ownerOfErc721),
    joins: `
      CROSS JOIN nft_token n ON n.seq = x.token_seq
      CROSS JOIN contract c ON c.seq = n.contract_seq`,
  }),
)

type Row = TransferRow & NftTokenRow

const toErc721Transfer = (
  row: Row,
  graniteOf: GraniteFieldsOf,
  dialect: Dialect,
): LiveErc721Transfer => ({
  ...toTransfer(row, graniteOf),
  erc721Token: toCommonNftToken(row, dialect),
})

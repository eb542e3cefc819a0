import { listErc1155Transfers } from '../../../../schemas/data/evm-transactions.ts'
import { LiveErc1155Transfers } from '../../../../schemas/data/live-evm.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import type { RangeBindings } from '../blocks/block-range.ts'
import { type Erc1155Row, erc1155Selection, toErc1155Transfer } from './kinds.ts'
import { movePage, ofAddress, transfersBefore } from './transfer-list.ts'

/** `GET …/transactions:listErc1155`: ERC-1155 transfers from or to an address, newest first. */
export const listErc1155TransfersRoute = route(
  listErc1155Transfers,
  (world, input, { dialect }) => {
    const { rows, next, around } = movePage(
      world,
      listErc1155Transfers,
      input,
      selectTransfersBefore,
      dialect,
    )
    return { ...next, transactions: rows.map((row) => toErc1155Transfer(row, around)) }
  },
  { liveResponse: LiveErc1155Transfers },
)

const selectTransfersBefore = statement<RangeBindings, Erc1155Row>(
  transfersBefore(ofAddress('erc1155'), erc1155Selection),
)

import { listErc721Transfers } from '../../../../schemas/data/evm-transactions.ts'
import { LiveErc721Transfers } from '../../../../schemas/data/live-evm.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import type { RangeBindings } from '../blocks/block-range.ts'
import { type Erc721Row, erc721Selection, toErc721Transfer } from './kinds.ts'
import { movePage, ofAddress, transfersBefore } from './transfer-list.ts'

/** `GET …/transactions:listErc721`: ERC-721 transfers from or to an address, newest first. */
export const listErc721TransfersRoute = route(
  listErc721Transfers,
  (world, input, { dialect }) => {
    const { rows, next, around } = movePage(
      world,
      listErc721Transfers,
      input,
      selectTransfersBefore,
      dialect,
    )
    return { ...next, transactions: rows.map((row) => toErc721Transfer(row, around)) }
  },
  { liveResponse: LiveErc721Transfers },
)

const selectTransfersBefore = statement<RangeBindings, Erc721Row>(
  transfersBefore(ofAddress('erc721'), erc721Selection),
)

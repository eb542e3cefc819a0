import { listErc20Transfers } from '../../../../schemas/data/evm-transactions.ts'
import { LiveErc20Transfers } from '../../../../schemas/data/live-evm.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import type { RangeBindings } from '../blocks/block-range.ts'
import { type Erc20Row, erc20Selection, toErc20Transfer } from './kinds.ts'
import { movePage, ofAddress, transfersBefore } from './transfer-list.ts'

/** `GET …/transactions:listErc20`: ERC-20 transfers from or to an address, newest first. */
export const listErc20TransfersRoute = route(
  listErc20Transfers,
  (world, input, { dialect }) => {
    const { rows, next, around } = movePage(
      world,
      listErc20Transfers,
      input,
      selectTransfersBefore,
      dialect,
    )
    return { ...next, transactions: rows.map((row) => toErc20Transfer(row, around)) }
  },
  { liveResponse: LiveErc20Transfers },
)

const selectTransfersBefore = statement<RangeBindings, Erc20Row>(
  transfersBefore(ofAddress('erc20'), erc20Selection),
)

import { listInternalTransactions } from '../../../../schemas/data/evm-transactions.ts'
import { LiveInternalTransactions } from '../../../../schemas/data/live-evm.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import type { RangeBindings } from '../blocks/block-range.ts'
import { type InternalColumns, internalColumns, toInternalParts } from './internal-transaction.ts'
import { internalsOfAddress, type MoveRow, movePage, movesBefore, toMove } from './transfer-list.ts'

/** `GET …/transactions:listInternals`: calls with value and creations, newest first. G-120 */
export const listInternalTransactionsRoute = route(
  listInternalTransactions,
  (world, input, { dialect }) => {
    const { rows, next, around } = movePage(
      world,
      listInternalTransactions,
      input,
      selectInternalsBefore,
      dialect,
    )
    return {
      ...next,
      transactions: rows.map((row) => Object.assign(toMove(row, around), toInternalParts(row))),
    }
  },
  { liveResponse: LiveInternalTransactions },
)

const selectInternalsBefore = statement<RangeBindings, MoveRow & InternalColumns>(
  movesBefore(internalsOfAddress, { columns: internalColumns, joins: '' }),
)

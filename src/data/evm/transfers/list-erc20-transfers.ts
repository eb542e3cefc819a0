import { listErc20Transfers } from '../../../../schemas/data/evm-transactions.ts'
import { type LiveErc20Transfer, LiveErc20Transfers } from '../../../../schemas/data/live-evm.ts'
import type { Dialect } from '../../../http/dialect.ts'
import { route } from '../../../http/route.ts'
import { statement } from '../../../store/statement.ts'
import { present } from '../balances/present.ts'
import type { RangeBindings } from '../blocks/block-range.ts'
import type { GraniteFieldsOf } from '../blocks/granite-fields.ts'
import { usdPrice } from '../price.ts'
import { type TransferRow, toTransfer, transferPage, transfersBefore } from './transfer-list.ts'

/** `GET …/transactions:listErc20`: ERC-20 transfers from or to an address, newest first. */
export const listErc20TransfersRoute = route(
  listErc20Transfers,
  (world, input, { dialect }) => {
    const { rows, next, graniteOf } = transferPage(
      world,
      listErc20Transfers,
      input,
      selectTransfersBefore,
      dialect,
    )
    return { ...next, transactions: rows.map((row) => toErc20Transfer(row, graniteOf, dialect)) }
  },
  { liveAnswer: LiveErc20Transfers },
)

const selectTransfersBefore = statement<RangeBindings, Row>(
  transfersBefore('erc20', {
    columns: `x.value, c.address AS token, c.name, c.symbol, c.decimals, c.logo_uri,
      (SELECT NULLIF(usd, '') FROM token_price p
       WHERE p.chain_id = c.chain_id AND p.contract = c.address
       ORDER BY since DESC LIMIT 1) AS usd`,
    joins: 'CROSS JOIN contract c ON c.seq = x.contract_seq',
  }),
)

/** `value` is decimal text in the token's smallest unit. */
interface Row extends TransferRow {
  value: string
  token: string
  name: string | null
  symbol: string | null
  decimals: number | null
  logo_uri: string | null
  usd: string | null
}

const toErc20Transfer = (
  row: Row,
  graniteOf: GraniteFieldsOf,
  dialect: Dialect,
): LiveErc20Transfer => ({
  ...toTransfer(row, graniteOf),
  value: row.value,
  erc20Token: {
    address: row.token,
    name: row.name ?? '',
    symbol: row.symbol ?? '',
    decimals: row.decimals ?? 0,
    ...present({ logoUri: row.logo_uri }),
    ercType: 'ERC-20',
    ...usdPrice(dialect, row.usd),
  },
})

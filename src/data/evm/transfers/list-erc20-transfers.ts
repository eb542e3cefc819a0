import { listErc20Transfers } from '../../../../schemas/data/evm-transactions.ts'
import { type LiveErc20Transfer, LiveErc20Transfers } from '../../../../schemas/data/live-evm.ts'
import type { Dialect } from '../../../http/dialect.ts'
import { route } from '../../../http/route.ts'
import { statement } from '../../../store/statement.ts'
import { present } from '../balances/present.ts'
import { openTransferPage, type RangeBindings } from '../blocks/block-range.ts'
import { findChain } from '../find-chain.ts'
import { usdPrice } from '../price.ts'
import { type PartiesRow, partyColumns, partyJoins, toParties } from './parties.ts'

/** `GET …/transactions:listErc20`: ERC-20 transfers from or to an address, newest first. */
export const listErc20TransfersRoute = route(
  listErc20Transfers,
  (world, { params, query }, { dialect }) => {
    const { chain_id: chainId } = findChain(world, params.chainId)
    const list = { operation: 'listErc20Transfers', chainId, address: params.address }
    const page = openTransferPage(world, list, query)

    const found = world.all(selectTransfersBefore, page.bindings)
    const { rows, next } = page.cut(found, (row) => row.seq)
    return { ...next, transactions: rows.map((row) => toErc20Transfer(row, dialect)) }
  },
  { liveAnswer: LiveErc20Transfers },
)

const selectTransfersBefore = statement<RangeBindings, Row>(`
  SELECT x.seq, t.block_number, b.timestamp, b.hash AS block_hash, t.hash, x.log_index, x.value,
         c.address AS token, c.name, c.symbol, c.decimals, c.logo_uri, p.usd, ${partyColumns('x')}
  FROM erc20_activity a
  CROSS JOIN erc20_transfer x ON x.seq = a.seq
  CROSS JOIN evm_transaction t ON t.seq = x.tx_seq
  CROSS JOIN evm_block b ON b.chain_id = t.chain_id AND b.number = t.block_number
  CROSS JOIN contract c ON c.seq = x.contract_seq
  LEFT JOIN token_price p ON p.chain_id = c.chain_id AND p.contract = c.address
  ${partyJoins('x')}
  WHERE a.chain_id = :chainId AND a.address = :address AND a.seq >= :from AND a.seq < :before
  ORDER BY a.seq DESC
  LIMIT :limit`)

/** `value` is decimal text in the token's smallest unit. */
interface Row extends PartiesRow {
  seq: number
  block_number: number
  timestamp: number
  block_hash: string
  hash: string
  log_index: number
  value: string
  token: string
  name: string | null
  symbol: string | null
  decimals: number | null
  logo_uri: string | null
  usd: string | null
}

const toErc20Transfer = (row: Row, dialect: Dialect): LiveErc20Transfer => ({
  blockNumber: String(row.block_number),
  blockTimestamp: row.timestamp,
  blockHash: row.block_hash,
  txHash: row.hash,
  ...toParties(row),
  logIndex: row.log_index,
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

import type { Operation } from '../../../../schemas/operation.ts'
import type { Dialect } from '../../../http/request/dialect.ts'
import type { Statement } from '../../../store/statement.ts'
import { transfersPerTransaction } from '../../../store/tables/evm-contracts.ts'
import type { World } from '../../../world/world.ts'
import { openRangePage, type RangeBindings } from '../blocks/block-range.ts'
import {
  type GraniteFieldsOf,
  millisecondsOf,
  readGraniteFields,
} from '../blocks/granite-fields.ts'
import { type ContractOf, knownContracts } from '../contracts/known-contracts.ts'
import { findChain } from '../find-chain.ts'
import { type PartiesRow, partyColumns, partyJoins, toParties } from './parties.ts'

/** Columns common to lists of transfers and internal transactions: position and parties. */
export interface MoveRow extends PartiesRow {
  seq: number
  block_number: number
  timestamp: number
  block_hash: string
  hash: string
}

/** Token transfer. */
export interface TransferRow extends MoveRow {
  log_index: number
}

/** Kinds of tokens in transfers. */
export type TransferKind = 'erc20' | 'erc721' | 'erc1155'

/** Source of moves: SQL of a table with `x` for the move and `seq` of `key`. */
interface MoveSource {
  readonly from: string
  readonly where: string
  readonly key: 'a.seq' | 'x.seq'
}

/** Columns besides the position of a move: `x` is the move. */
export interface Selection {
  readonly columns: string
  /** Joins of the tables with the columns. */
  readonly joins: string
}

/** Builds the source of the transfers of one kind from or to an address. */
export const ofAddress = (kind: TransferKind): MoveSource => ({
  from: `${kind}_activity a CROSS JOIN ${kind}_transfer x ON x.seq = a.seq`,
  where: 'a.chain_id = :chainId AND a.address = :address',
  key: 'a.seq',
})

/** Builds the source of the transfers of the contract, of this kind, at an address. */
export const ofContract = (kind: TransferKind): MoveSource => ({
  from: `${kind}_transfer x`,
  where: `x.contract_seq = (
    SELECT seq FROM contract WHERE chain_id = :chainId AND address = :address)`,
  key: 'x.seq',
})

/** Internal transactions from or to an address. */
export const internalsOfAddress: MoveSource = {
  from: 'internal_activity a CROSS JOIN internal_transaction x ON x.seq = a.seq',
  where: 'a.chain_id = :chainId AND a.address = :address',
  key: 'a.seq',
}

/**
 * Builds the SQL for transfers of a source, newest first, with the columns beyond a
 * {@link TransferRow}.
 */
export const transfersBefore = (source: MoveSource, { columns, joins }: Selection): string =>
  movesBefore(source, { columns: `x.log_index, ${columns}`, joins })

/** Builds the SQL for transfers or internal transactions, newest first. */
export const movesBefore = (
  { from, where, key }: MoveSource,
  { columns, joins }: Selection,
): string => `
  SELECT x.seq, t.block_number, b.timestamp, b.hash AS block_hash, t.hash,
         ${partyColumns('x')}, ${columns}
  FROM ${from}
  CROSS JOIN evm_transaction t ON t.seq = x.tx_seq
  CROSS JOIN evm_block b ON b.chain_id = t.chain_id AND b.number = t.block_number
  ${joins}
  ${partyJoins('x')}
  WHERE ${where} AND ${key} >= :from AND ${key} < :before
  ORDER BY ${key} DESC
  LIMIT :limit + 0`

/** Context of the items of these lists beyond their rows, with the dialect. */
export interface Surroundings {
  readonly world: World
  readonly graniteOf: GraniteFieldsOf
  readonly contractOf: ContractOf
  readonly dialect: Dialect
}

/**
 * Returns a page of moves. @throws 404 for an unknown chain, 400 for an impossible range of blocks
 */
export function movePage<Row extends MoveRow>(
  world: World,
  operation: Pick<Operation, 'operationId'>,
  input: Parameters<typeof openRangePage>[2] & { params: { chainId: string } },
  select: Statement<RangeBindings, Row>,
  dialect: Dialect,
) {
  const chain = findChain(world, input.params.chainId)
  const keysPerTransaction = transfersPerTransaction
  const page = openRangePage(
    world,
    { operation, chainId: chain.chain_id, keysPerTransaction },
    input,
  )
  const cut = page.cut(world.all(select, page.bindings), (row) => row.seq)
  const numbers = () => cut.rows.map((row) => row.block_number)
  const graniteOf = readGraniteFields(world, chain, numbers, dialect)
  const around: Surroundings = { world, graniteOf, contractOf: knownContracts(world), dialect }
  return { ...cut, around }
}

/** Builds the members that transfers and internal transactions have in common. */
export const toMove = (row: MoveRow, { graniteOf, contractOf }: Surroundings) =>
  Object.assign(
    { blockNumber: String(row.block_number), blockTimestamp: row.timestamp },
    millisecondsOf(graniteOf(row.block_number)),
    { blockHash: row.block_hash, txHash: row.hash },
    toParties(row, contractOf),
  )

/** Builds the members that all kinds of transfers have. */
export const toTransfer = (row: TransferRow, around: Surroundings) =>
  Object.assign(toMove(row, around), { logIndex: row.log_index })

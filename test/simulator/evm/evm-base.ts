import { cacheFolders } from '../../../src/config/cache-folders.ts'
import { worldDefinition } from '../../../src/definition/world-definition.ts'
import type { BaseReader } from '../../../src/store/base-reader.ts'
import { statement } from '../../../src/store/statement.ts'
import { openCachedBase } from '../../../src/world/base-cache/cache.ts'

/** The small built-in world, read-only. */
export async function openSmallBase(): Promise<BaseReader> {
  const definition = await worldDefinition(undefined)
  return openCachedBase(cacheFolders(), { definition, seed: 'snowglobe', size: 'small' })
}

/** All rows of a statement without parameters. */
export const rowsOf = <Row>(base: BaseReader, sql: string): Row[] =>
  base.all(statement<Record<string, never>, Row>(sql), {})

export interface TransactionRow {
  seq: number
  chain_id: string
  block_number: number
  block_index: number
  hash: string
  status: 0 | 1
  type: 0 | 1 | 2
  sender: string
  recipient: string
  nonce: number
  value: string
  gas_limit: string
  gas_used: string
  gas_price: string
  call_type: string
  method_hash: string
  method_name: string | null
  raw: Uint8Array
  receipt: Uint8Array
  timestamp: number
}

/** Transactions with the time of their block, in the order of execution on each chain. */
export const transactionsOf = (base: BaseReader): TransactionRow[] =>
  rowsOf(
    base,
    `SELECT t.*, b.timestamp FROM evm_transaction t
     JOIN evm_block b ON b.chain_id = t.chain_id AND b.number = t.block_number
     ORDER BY t.chain_id, t.seq`,
  )

/** Groups rows by a key, in their order. */
export function groupBy<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}

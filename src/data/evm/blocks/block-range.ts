import { badRequest } from '../../../http/response/errors.ts'
import { type ListScope, openPage, type Page } from '../../../http/rest/page.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'

/**
 * Bindings of a statement over an address's rows: `seq` starts at `from` and ends below `before`.
 * Such a statement uses CROSS JOIN, which SQLite does not reorder. It walks the address's rows from
 * the key on and stops at the limit, whatever the statistics of the tables say.
 */
export interface RangeBindings extends Record<string, string | number> {
  chainId: string
  address: string
  from: number
  before: number
  limit: number
}

interface RangeInput {
  readonly params: { readonly address: string }
  readonly query: {
    readonly startBlock?: number
    readonly endBlock?: number
    readonly pageToken?: string
    readonly pageSize: number
  }
}

/** List of an operation on a chain, with a fixed number of keys per transaction. */
interface RangeList extends Pick<ListScope, 'operation'> {
  readonly chainId: string
  readonly keysPerTransaction: number
}

/**
 * Opens a page of an address's activity in the blocks from startBlock on and before endBlock.
 * @throws 400 when startBlock is above endBlock; equal ones are an empty range. G-29
 */
export function openRangePage(
  world: World,
  { operation, chainId, keysPerTransaction }: RangeList,
  { params: { address }, query }: RangeInput,
): { bindings: RangeBindings; cut: Page['cut'] } {
  const { startBlock = 0, endBlock } = query
  const { from, end } = transactionRange(world, chainId, query)
  const filters = [chainId, address.toLowerCase(), startBlock, endBlock]
  const page = openPage(world, { operation, filters }, query)
  return {
    bindings: {
      chainId,
      address,
      from: from * keysPerTransaction,
      before: Math.min(page.key, end * keysPerTransaction),
      limit: page.limit,
    },
    cut: page.cut,
  }
}

/**
 * Returns the keys of the transactions in the blocks from startBlock on and before endBlock: at
 * least `from` and below `end`.
 * @throws 400 when startBlock is above endBlock; equal ones are an empty range. G-29
 */
export function transactionRange(
  world: World,
  chainId: string,
  { startBlock = 0, endBlock }: { startBlock?: number; endBlock?: number },
): { from: number; end: number } {
  if (endBlock !== undefined && startBlock > endBlock)
    throw badRequest(`startBlock must not be above endBlock, but ${startBlock} > ${endBlock}`)
  return {
    from: startBlock === 0 ? 0 : firstTransaction(world, chainId, startBlock),
    end: endBlock === undefined ? lastKey : firstTransaction(world, chainId, endBlock),
  }
}

/**
 * Number above the keys of all transactions, and usable when multiplied for the keys of transfers.
 */
const lastKey = 2 ** 40

/**
 * Returns the key of the first transaction in a block or a later one; above all keys without one.
 */
const firstTransaction = (world: World, chainId: string, block: number): number =>
  world.get(selectFirst, { chainId, block })?.seq ?? lastKey

const selectFirst = statement<{ chainId: string; block: number }, { seq: number }>(`
  SELECT seq
  FROM evm_transaction
  WHERE chain_id = :chainId AND block_number >= :block
  ORDER BY block_number, block_index
  LIMIT 1`)

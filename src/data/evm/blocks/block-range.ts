import { badRequest } from '../../../http/response/errors.ts'
import { type ListScope, openPage, type Page } from '../../../http/rest/page.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'

/**
 * What a statement over an address's rows binds: `seq` from `from` on and below `before`. Such a
 * statement joins by CROSS JOIN, which SQLite does not reorder: it walks the address's rows from
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

/** What is listed: things of an operation on a chain, with so many keys for each transaction. */
interface RangeList extends Pick<ListScope, 'operation'> {
  readonly chainId: string
  readonly keysPerTransaction: number
}

/**
 * A page of what an address took part in, in the blocks from startBlock on and before endBlock.
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
 * Keys of the transactions in the blocks from startBlock on and before endBlock: from `from` on and
 * below `end`.
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

/** Above the keys of all transactions, also when it is multiplied by those of their transfers. */
const lastKey = 2 ** 40

/** Key of the first transaction in a block or a later one, above all keys when there is none. */
const firstTransaction = (world: World, chainId: string, block: number): number =>
  world.get(selectFirst, { chainId, block })?.seq ?? lastKey

const selectFirst = statement<{ chainId: string; block: number }, { seq: number }>(`
  SELECT seq
  FROM evm_transaction
  WHERE chain_id = :chainId AND block_number >= :block
  ORDER BY block_number, block_index
  LIMIT 1`)

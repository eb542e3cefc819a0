import type { Operation } from '../../../../schemas/operation.ts'
import { openPage } from '../../../http/rest/page.ts'
import { type Statement, statement } from '../../../store/statement.ts'
import { transfersPerTransaction } from '../../../store/tables/evm-contracts.ts'
import type { World } from '../../../world/world.ts'
import { transactionRange } from '../blocks/block-range.ts'
import { findChain } from '../find-chain.ts'

interface Selection {
  readonly params: { readonly chainId: string; readonly address: string }
  readonly query: {
    readonly startBlock?: number
    readonly endBlock?: number
    readonly sortOrder: 'asc' | 'desc'
    readonly filterSpamTokens?: boolean
    readonly pageToken?: string
    readonly pageSize: number
  }
}

/**
 * Returns a page of the transactions of an address: each once, by key. The address sent or received
 * the transaction, or a token or native value in it, or created a contract or was created. With the
 * spam filter, a transaction needs more than malicious tokens to be listed. G-100
 * @throws 404 for an unknown chain, 400 for an impossible range of blocks
 */
export function addressTransactions(
  world: World,
  operation: Pick<Operation, 'operationId'>,
  { params: { address, ...params }, query }: Selection,
): { chainId: string; seqs: number[]; next: { nextPageToken?: string } } {
  const { chain_id: chainId } = findChain(world, params.chainId)
  const { startBlock = 0, endBlock, sortOrder: order, filterSpamTokens = false } = query
  const { from, end } = transactionRange(world, chainId, query)
  const filters = [chainId, address.toLowerCase(), startBlock, endBlock, filterSpamTokens]
  const page = openPage(world, { operation, filters, order }, query)

  const found = world.all(filterSpamTokens ? selectWithoutSpam[order] : select[order], {
    chainId,
    address,
    from: order === 'desc' ? from : Math.max(from, page.key + 1),
    end: order === 'desc' ? Math.min(page.key, end) : end,
    limit: page.limit,
  })
  const { rows, next } = page.cut(found, ({ seq }) => seq)
  return { chainId, seqs: rows.map(({ seq }) => seq), next }
}

/** Returns the keys of the first transactions of an address in a range, ascending. */
export const transactionsFrom = (
  world: World,
  range: { chainId: string; address: string; from: number; end: number; limit: number },
): number[] => world.all(select.asc, range).map(({ seq }) => seq)

type Bindings = { chainId: string; address: string; from: number; end: number; limit: number }
type Walk = Readonly<Record<'asc' | 'desc', Statement<Bindings, { seq: number }>>>

/**
 * Steps from transaction to transaction. Each step asks every list of the address for its next one,
 * so a page costs the same at any position. `walk.seq` is the last transaction found.
 */
function walkOver(erc20: string): Walk {
  const lists: [list: string, keysPerTransaction: number][] = [
    ['evm_native_activity a WHERE', 1],
    [erc20, transfersPerTransaction],
    ['erc721_activity a WHERE', transfersPerTransaction],
    ['erc1155_activity a WHERE', transfersPerTransaction],
    ['internal_activity a WHERE', transfersPerTransaction],
  ]
  const next = (direction: 'ASC' | 'DESC', none: string) =>
    lists.map(
      ([list, keys]) => `coalesce((
        SELECT a.seq / ${keys} FROM ${list} a.chain_id = :chainId AND a.address = :address
          AND a.seq >= ${direction === 'ASC' ? '(walk.seq + 1)' : ':from'} * ${keys}
          AND a.seq < ${direction === 'ASC' ? ':end' : 'walk.seq'} * ${keys}
        ORDER BY a.seq ${direction} LIMIT 1), ${none})`,
    )
  const walk = (start: string, step: string, found: string) =>
    statement<Bindings, { seq: number }>(`
    WITH RECURSIVE walk(seq, place) AS (
      SELECT ${start}, 0
      UNION ALL
      SELECT ${step}, place + 1 FROM walk WHERE place < :limit AND (place = 0 OR ${found})
    )
    SELECT seq FROM walk WHERE place > 0 AND ${found} ORDER BY place`)
  return {
    desc: walk(':end', `max(${next('DESC', '-1').join()})`, 'walk.seq >= :from'),
    asc: walk(':from - 1', `min(${next('ASC', ':end').join()})`, 'walk.seq < :end'),
  }
}

const select = walkOver('erc20_activity a WHERE')

const selectWithoutSpam = walkOver(`
  erc20_activity a
  CROSS JOIN erc20_transfer x ON x.seq = a.seq
  CROSS JOIN contract c ON c.seq = x.contract_seq
  WHERE c.reputation IS NOT 'Malicious' AND`)

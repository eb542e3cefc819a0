import { getTransactionsForBlock } from '../../../../schemas/data/evm-latest.ts'
import { LiveNativeTransactions } from '../../../../schemas/data/live-evm.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import { findChain } from '../find-chain.ts'
import { readTransactions } from '../transactions/read-transactions.ts'
import { findBlock } from './find-block.ts'

/** Page size without the parameter: the maximum of any page. */
const maxTransactions = 100

/**
 * `GET /v1/chains/{chainId}/blocks/{blockId}/transactions`: in the order of the block; 404 for a
 * block that the chain does not have. G-36, G-99
 */
export const getTransactionsForBlockRoute = route(
  getTransactionsForBlock,
  (world, { params, query }, { dialect }) => {
    const { chain_id: chainId } = findChain(world, params.chainId)
    const { number } = findBlock(world, chainId, params.blockId)
    const page = openPage(
      world,
      { operation: getTransactionsForBlock, filters: [chainId, number], order: 'asc' },
      { pageToken: query.pageToken, pageSize: query.pageSize || maxTransactions },
    )

    const bindings = { chainId, number, after: page.key, limit: page.limit }
    const { rows, next } = page.cut(world.all(selectAfter, bindings), (row) => row.block_index)
    const seqs = rows.map(({ seq }) => seq)
    return { ...next, transactions: readTransactions(world, seqs, dialect) }
  },
  { liveResponse: LiveNativeTransactions },
)

const selectAfter = statement<
  { chainId: string; number: number; after: number; limit: number },
  { seq: number; block_index: number }
>(`
  SELECT seq, block_index
  FROM evm_transaction
  WHERE chain_id = :chainId AND block_number = :number AND block_index > :after
  ORDER BY block_index
  LIMIT :limit + 0`)

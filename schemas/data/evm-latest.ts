import { Type } from '@sinclair/typebox'
import { operation } from '../operation.ts'
import { nextPage, pageQuery } from '../paging.ts'
import { NetworkParameter, oneOf } from '../scalars.ts'
import { chainIdParam } from './chains.ts'
import { blockIdParam, EvmBlock, graniteFields } from './evm-blocks.ts'
import { NativeTransaction } from './evm-transactions.ts'

/* Lists of blocks and transactions without an address. All of them are extra operations. */

/** Outcome of a transaction; the filter of the lists of transactions. */
export const TransactionStatus = oneOf(['failed', 'success'], { $id: 'TransactionStatus' })

const ofNetwork = {
  network: Type.Optional(NetworkParameter),
}
const byStatus = { status: Type.Optional(TransactionStatus) }
const blocks = Type.Object({ ...nextPage, blocks: Type.Array(EvmBlock) })
const transactions = Type.Object({ ...nextPage, transactions: Type.Array(NativeTransaction) })
const page = pageQuery({ size: 10, max: 100 })
const mergedOrder =
  'Newest first by the time of the block; within one second chains follow each other as in the ' +
  'list of chains.'

/** Blocks of all chains. G-107 */
export const listLatestBlocksAllChains = operation({
  operationId: 'listLatestBlocksAllChains',
  method: 'GET',
  path: '/v1/blocks',
  computeUnits: 20,
  section: 'extra',
  tag: 'EVM blocks',
  summary: 'Blocks of all EVM chains, newest first',
  description: mergedOrder,
  params: Type.Object({}),
  query: Type.Object({ ...ofNetwork, ...page }),
  response: blocks,
  quirks: [graniteFields],
})

/** The older name of {@link listLatestBlocksAllChains}. */
export const listAllLatestBlocks = operation({
  ...listLatestBlocksAllChains,
  operationId: 'listAllLatestBlocks',
  path: '/v1/chains/allBlocks',
})

/** Transactions of all chains. G-107 */
export const listLatestTransactionsAllChains = operation({
  operationId: 'listLatestTransactionsAllChains',
  method: 'GET',
  path: '/v1/transactions',
  computeUnits: 20,
  section: 'extra',
  tag: 'EVM transactions',
  summary: 'Transactions of all EVM chains, newest first',
  description: mergedOrder,
  params: Type.Object({}),
  query: Type.Object({ ...ofNetwork, ...byStatus, ...page }),
  response: transactions,
  quirks: [graniteFields],
})

/** The older name of {@link listLatestTransactionsAllChains}. */
export const listAllLatestTransactions = operation({
  ...listLatestTransactionsAllChains,
  operationId: 'listAllLatestTransactions',
  path: '/v1/chains/allTransactions',
})

/** Transactions of one chain. */
export const listLatestTransactions = operation({
  operationId: 'listLatestTransactions',
  method: 'GET',
  path: '/v1/chains/{chainId}/transactions',
  computeUnits: 20,
  section: 'extra',
  tag: 'EVM transactions',
  summary: 'Transactions of an EVM chain, newest first',
  params: Type.Object({ chainId: chainIdParam }),
  query: Type.Object({ ...byStatus, ...page }),
  response: transactions,
  quirks: [graniteFields],
})

/** Transactions of a block in their order; 404 when the chain has no such block. G-36, G-99 */
export const getTransactionsForBlock = operation({
  operationId: 'getTransactionsForBlock',
  method: 'GET',
  path: '/v1/chains/{chainId}/blocks/{blockId}/transactions',
  computeUnits: 20,
  section: 'extra',
  tag: 'EVM blocks',
  summary: 'Transactions of a block, in their order',
  params: Type.Object({ chainId: chainIdParam, blockId: blockIdParam }),
  query: Type.Object({
    pageToken: page.pageToken,
    pageSize: Type.Integer({
      minimum: 0,
      maximum: 100,
      default: 0,
      description: 'Maximum number of items in the response; 0 means 100.',
    }),
  }),
  response: transactions,
  quirks: [graniteFields],
})

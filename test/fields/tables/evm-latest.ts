import type { Dialect } from '../../../src/http/request/dialect.ts'
import { constant, nextPage, text, without } from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import { chainInfo, evmBlock } from './evm-chains.ts'
import {
  chain,
  ewoq,
  graniteFields,
  partyRows,
  partySetup,
  transactionRows,
  transactionSetup,
} from './evm-parts.ts'
import { nativeTransaction } from './evm-transfers.ts'

/** The newest block of all, on either path. */
const pickBlock = `
  SELECT chain_id AS chain, number, hash FROM evm_block
  ORDER BY timestamp DESC, chain_id DESC LIMIT 1`
const blockLists = {
  listLatestBlocksAllChains: '/v1/blocks?pageSize=1',
  listAllLatestBlocks: '/v1/chains/allBlocks?pageSize=1',
}
const blocks = (dialect: Dialect, [of, url]: [string, string]): View[] => {
  const fields = {
    ...evmBlock,
    ...(dialect === 'live' && graniteFields),
    chainId: constant('{chain}'),
  }
  const view = {
    ...{ of, dialect, pick: pickBlock, url, item: 'blocks.0' },
    // The token has the time of the last block in it.
    setup: ['DELETE FROM evm_block WHERE hash <> :hash'],
  }
  return [
    {
      ...view,
      setup: [],
      rows: {},
      fields: {},
      around: { nextPageToken: nextPage('blocks') },
    },
    {
      ...view,
      rows: { block: 'evm_block WHERE hash = :hash' },
      fields: { ...fields, blockNumber: text('block.number') },
    },
    {
      ...view,
      rows: { block: 'evm_block WHERE chain_id = :chain AND number = :number' },
      fields: { ...fields, blockHash: 'block.hash' },
    },
  ]
}

/** The newest transaction of the C-chain, in a block of its own with the newest time of all. */
const pickTransaction = `
  SELECT seq AS tx, '${'0x'.padEnd(66, 'b')}' AS block FROM evm_transaction
  WHERE chain_id = '43114' ORDER BY seq DESC LIMIT 1`
const setup = [
  ...transactionSetup,
  'UPDATE evm_block SET hash = :block, timestamp = timestamp + 1000 WHERE number = 9000000',
  ...partySetup('evm_transaction WHERE seq = :tx'),
]
const around = { nextPageToken: nextPage('transactions') }
const transactions = (dialect: Dialect, of: string, url: string): View => ({
  of,
  dialect,
  pick: pickTransaction,
  // The token of all chains has the time of the last block in it.
  setup: [...setup, 'DELETE FROM evm_transaction WHERE seq <> :tx'],
  url,
  item: 'transactions.0',
  rows: { ...partyRows, ...transactionRows },
  fields: { ...nativeTransaction(dialect), chainId: constant('43114') },
})
const transactionLists = {
  listLatestTransactionsAllChains: '/v1/transactions?pageSize=1',
  listAllLatestTransactions: '/v1/chains/allTransactions?network=mainnet&pageSize=1',
  listLatestTransactions: `${chain}/transactions?pageSize=1`,
}

/** Of one block: by number its hash can change, by hash its number. */
const ofBlock = (dialect: Dialect): View[] => {
  const url = (block: string) => `${chain}/blocks/${block}/transactions`
  const view = transactions(dialect, 'getTransactionsForBlock', '')
  const byNumber = { ...view, url: url('9000000'), fields: without(view.fields, 'blockNumber') }
  return [
    byNumber,
    { ...view, url: url('{block}'), fields: without(view.fields, 'blockHash') },
    {
      ...byNumber,
      setup: [
        ...setup,
        `UPDATE evm_transaction SET block_number = 9000000, block_index = block_index + 500
         WHERE seq BETWEEN :tx - 3 AND :tx - 1`,
      ],
      url: `${byNumber.url}?pageSize=1`,
      rows: {},
      fields: {},
      around,
    },
  ]
}

/** The only chain on which anybody was. */
const addressChains = (of: string, url: string): View => ({
  of,
  setup: ["DELETE FROM evm_chain WHERE chain_id <> '43114'"],
  url,
  item: 'indexedChains.0',
  rows: { chain: "evm_chain WHERE rpc_url = 'https://api.avax.network/ext/bc/C/rpc'" },
  fields: { ...without(chainInfo, 'chainId'), chainId: constant('43114') },
  around: { unindexedChains: constant([]) },
})

/** Lists of blocks and transactions that are not about an address, and chains of an address. */
export const evmLatest: FieldTable = [
  ...(['documented', 'live'] as const).flatMap((dialect) => [
    ...Object.entries(blockLists).flatMap((list) => blocks(dialect, list)),
    ...Object.entries(transactionLists).flatMap(([of, url]) => [
      transactions(dialect, of, url),
      { of, dialect, url, item: 'transactions.0', rows: {}, fields: {}, around },
    ]),
    ...ofBlock(dialect),
  ]),
  addressChains('listAddressChains', `/v1/address/${ewoq}/chains`),
  addressChains('getAddressChains', `/v1/chains/address/${ewoq}`),
]

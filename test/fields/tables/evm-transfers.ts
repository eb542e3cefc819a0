import type { Dialect } from '../../../src/http/request/dialect.ts'
import {
  constant,
  type Fields,
  from,
  image,
  key,
  nextPage,
  request,
  text,
  under,
} from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import {
  chain,
  erc1155Token,
  ewoq,
  graniteFields,
  inBlock,
  internalParts,
  milliseconds,
  nftToken,
  parties,
  partyRows,
  partySetup,
  transactionRows,
  transactionSetup,
  worthIn,
} from './evm-parts.ts'

const around = { nextPageToken: nextPage('transactions') }
const rows = {
  ...partyRows,
  ...transactionRows,
}
const setup = (moved: string) => [...transactionSetup, ...partySetup(moved)]

/** The second newest of ewoq. */
const pickTransfer = (table: string, joins: string, columns: string) => `
  SELECT x.seq, x.tx_seq AS tx, ${columns}
  FROM ${table} x JOIN evm_transaction t ON t.seq = x.tx_seq ${joins}
  WHERE t.chain_id = '43114' AND '${ewoq}' COLLATE NOCASE IN (x.sender, x.recipient)
  ORDER BY x.seq DESC LIMIT 1 OFFSET 1`

const listOf = (verb: string) => `${chain}/addresses/${ewoq}/transactions:${verb}?pageSize=3`

export const erc20 = (dialect: Dialect): View => ({
  of: 'listErc20Transfers',
  dialect,
  pick: pickTransfer(
    'erc20_transfer',
    'JOIN contract c ON c.seq = x.contract_seq',
    'x.contract_seq AS token, c.address AS tokenAddress',
  ),
  setup: [
    ...setup('erc20_transfer WHERE seq = :seq'),
    // The price of today, beside one that was there before.
    `INSERT OR REPLACE INTO token_price VALUES ('43114', :tokenAddress, 0, '7'),
      ('43114', :tokenAddress, 1900000000, '12.5')`,
    // The same address on another chain has a price of its own.
    `INSERT OR REPLACE INTO token_price VALUES ('43113', :tokenAddress, 0, '99')`,
  ],
  url: listOf('listErc20'),
  item: 'transactions.1',
  rows: {
    ...rows,
    transfer: 'erc20_transfer WHERE seq = :seq',
    token: 'contract WHERE seq = :token',
    price:
      "token_price WHERE chain_id = '43114' AND contract = :tokenAddress AND since = 1900000000",
  },
  fields: {
    ...inBlock,
    ...(dialect === 'live' && milliseconds),
    ...parties('transfer'),
    logIndex: 'transfer.log_index',
    value: 'transfer.value',
    ...under('erc20Token', {
      address: key(['token.address', 'price.contract']),
      name: from('token.name', (name) => name, { orElse: '' }),
      symbol: from('token.symbol', (symbol) => symbol, { orElse: '' }),
      decimals: from('token.decimals', (decimals) => decimals, { orElse: 0 }),
      logoUri: image('token.logo_uri'),
      ercType: constant('ERC-20'),
      'price.currencyCode': constant('usd'),
      'price.value': from('price.usd', worthIn(dialect)),
    }),
  },
  around,
})

const nftRows = {
  nft: 'nft_token WHERE seq = :token',
  collection: 'contract WHERE seq = :collection',
}
const nftJoins = 'JOIN nft_token n ON n.seq = x.token_seq'
const nftColumns = 'x.token_seq AS token, n.contract_seq AS collection'

export const erc721 = (dialect: Dialect): View => ({
  of: 'listErc721Transfers',
  dialect,
  pick: pickTransfer('erc721_transfer', nftJoins, nftColumns),
  setup: [
    ...setup('erc721_transfer WHERE seq = :seq'),
    // It may have been burned since.
    'DELETE FROM nft_balance WHERE token_seq = :token',
    `INSERT INTO nft_balance
     VALUES (:seq, '43114', '${ewoq}', 'ERC-721', :collection, :token, '1')`,
  ],
  url: listOf('listErc721'),
  item: 'transactions.1',
  rows: {
    ...rows,
    ...nftRows,
    transfer: 'erc721_transfer WHERE seq = :seq',
    holding: 'nft_balance WHERE token_seq = :token',
  },
  fields: {
    ...inBlock,
    ...(dialect === 'live' && milliseconds),
    ...parties('transfer'),
    logIndex: 'transfer.log_index',
    ...under('erc721Token', {
      ...nftToken(dialect),
      ercType: constant('ERC-721'),
      ownerAddress: 'holding.holder',
    }),
  },
  around,
})

export const erc1155 = (dialect: Dialect): View => ({
  of: 'listErc1155Transfers',
  dialect,
  pick: pickTransfer('erc1155_transfer', nftJoins, nftColumns),
  setup: setup('erc1155_transfer WHERE seq = :seq'),
  url: listOf('listErc1155'),
  item: 'transactions.1',
  rows: { ...rows, ...nftRows, transfer: 'erc1155_transfer WHERE seq = :seq' },
  fields: {
    ...inBlock,
    ...(dialect === 'live' && milliseconds),
    ...parties('transfer'),
    logIndex: 'transfer.log_index',
    value: 'transfer.value',
    ...under('erc1155Token', erc1155Token(dialect)),
  },
  around,
})

const internal = (dialect: Dialect): View => ({
  of: 'listInternalTransactions',
  dialect,
  pick: `
    SELECT x.seq, x.tx_seq AS tx
    FROM internal_activity a JOIN internal_transaction x ON x.seq = a.seq
    WHERE a.chain_id = '43114' AND a.address = '${ewoq}'
    ORDER BY x.seq DESC LIMIT 1 OFFSET 1`,
  setup: setup('internal_transaction WHERE seq = :seq'),
  url: listOf('listInternals'),
  item: 'transactions.1',
  rows: { ...rows, internal: 'internal_transaction WHERE seq = :seq' },
  fields: { ...inBlock, ...(dialect === 'live' && milliseconds), ...internalParts },
  around,
})

/** 2.5 NativeTransaction, but for the chain. */
export const nativeTransaction = (dialect: Dialect): Fields => ({
  ...inBlock,
  ...(dialect === 'live' && graniteFields),
  ...parties('transaction'),
  blockIndex: 'transaction.block_index',
  txStatus: from('transaction.status', String, { to: 0 }),
  txType: from('transaction.type', (type) => type, { to: 1 }),
  gasLimit: 'transaction.gas_limit',
  gasUsed: 'transaction.gas_used',
  gasPrice: 'transaction.gas_price',
  nonce: text('transaction.nonce'),
  value: 'transaction.value',
  ...under('method', {
    callType: from('transaction.call_type', (type) => type, { to: 'CONTRACT_CREATION' }),
    methodHash: 'transaction.method_hash',
    methodName: 'transaction.method_name',
  }),
})

const native = (dialect: Dialect): View => ({
  of: 'listNativeTransactions',
  dialect,
  pick: `
    SELECT seq AS tx FROM evm_transaction
    WHERE chain_id = '43114' AND '${ewoq}' COLLATE NOCASE IN (sender, recipient)
    ORDER BY seq DESC LIMIT 1 OFFSET 1`,
  setup: setup('evm_transaction WHERE seq = :tx'),
  url: listOf('listNative'),
  item: 'transactions.1',
  rows,
  fields: {
    ...nativeTransaction(dialect),
    chainId: request({
      [listOf('listNative')]: '43114',
      [listOf('listNative').replace('43114', '43113')]: '43113',
    }),
  },
  around,
})

/** Specification 4.1.10 to 4.1.12 and the lists of ERC-1155 transfers and of calls beside them. */
export const evmTransfers: FieldTable = [
  ...(['documented', 'live'] as const).flatMap((dialect) => [
    erc20(dialect),
    erc721(dialect),
    erc1155(dialect),
    native(dialect),
    internal(dialect),
  ]),
]

import { encodeReceipt } from '../../../src/formats/evm/receipts.ts'
import {
  encodeEvmTransaction,
  type SignedEvmTransaction,
} from '../../../src/formats/evm/transactions.ts'
import { fromHex, toHex } from '../../../src/formats/ids.ts'
import { webhookId } from '../support/messages-of-block.ts'
import { constant, type Fields, from, key, many, under } from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import { ewoq } from './evm-parts.ts'
import { messageIdOf } from './message-parts.ts'

/* Messages of webhooks about addresses of an EVM chain. */

const fill = (digits: string, bytes: number) => `0x${digits.repeat(bytes)}`
const watched = fill('aa', 20)
const [sender, recipient, emitter] = [fill('12', 20), fill('34', 20), fill('56', 20)]
const blob = (bytes: Uint8Array) => `x'${toHex(bytes).slice(2)}'`

/** Content of the bytes of a receipt before and after the change. */
const receipts = [
  { emitter: ewoq, topics: ['a1', 'a2', 'a3', 'a4'], data: '0x0102', gas: 123_456n },
  { emitter, topics: ['b1', 'b2', 'b3', 'b4'], data: '0x03', gas: 234_567n },
].map(({ topics, ...rest }) => ({ ...rest, topics: topics.map((digits) => fill(digits, 32)) }))
type ReceiptText = (typeof receipts)[number]

/** Two logs; the second has one topic. */
const receiptBytes = ({ emitter: address, topics, data, gas }: ReceiptText, count = 2) =>
  encodeReceipt({
    type: 2,
    succeeded: true,
    cumulativeGasUsed: gas,
    logsBloom: new Uint8Array(256),
    logs: [topics, topics.slice(3)].slice(0, count).map((some) => ({
      address: fromHex(address),
      topics: some.map(fromHex),
      data: fromHex(data),
    })),
  })
const [first, second] = receipts as [ReceiptText, ReceiptText]

/** A field of what a blob says, which is one of two. */
const oneOf =
  <Text>(column: string, texts: readonly [Text, Text], encode: (text: Text) => Uint8Array) =>
  (show: (text: Text) => unknown) =>
    from(
      column,
      (bytes: Uint8Array) =>
        show(Buffer.compare(bytes, encode(texts[0])) === 0 ? texts[0] : texts[1]),
      { to: encode(texts[1]) },
    )
const inReceipt = oneOf('transaction.receipt', [first, second], receiptBytes)

const signed = { nonce: 1n, gasLimit: 2n, to: null, value: 3n, yParity: 0n, r: 4n, s: 5n }
interface RawText {
  readonly prices: readonly [bigint, bigint]
  readonly data: string
  readonly address: string
  readonly keys: readonly string[]
}
const raws: readonly [RawText, RawText] = [
  { prices: [77n, 33n], data: '0xc0ffee', address: ewoq, keys: [fill('c1', 32), fill('c2', 32)] },
  {
    prices: [88n, 44n],
    data: '0xdecaf0',
    address: emitter,
    keys: [fill('d1', 32), fill('d2', 32)],
  },
]
const rawBytes =
  (type: 0 | 1 | 2) =>
  ({ prices: [high, low], data, address, keys }: RawText): Uint8Array =>
    encodeEvmTransaction({
      ...signed,
      ...{ type, chainId: 43114n, gasPrice: high, maxFeePerGas: high, maxPriorityFeePerGas: low },
      data: fromHex(data),
      accessList: [
        { address: fromHex(recipient), storageKeys: [] },
        { address: fromHex(address), storageKeys: keys.map(fromHex) },
      ],
    } as SignedEvmTransaction)

/** A transaction of the C-chain, the one before it, and a token of a collection. */
const pick = `
  SELECT t.seq AS tx, n.seq AS nft, n.contract_seq AS collection,
         (SELECT max(seq) FROM evm_transaction WHERE chain_id = '43114' AND seq < t.seq) AS earlier
  FROM evm_transaction t, nft_token n
  WHERE t.chain_id = '43114' AND t.sender = '${ewoq}'
  ORDER BY t.seq DESC LIMIT 1`

/** Both in a block of their own. The watched address is in an internal transaction alone. */
const setup = (type: 0 | 1 | 2, callType: string): string[] => [
  `INSERT INTO evm_block
   SELECT chain_id, 9000000, '${fill('b0', 32)}', parent_hash, timestamp, tx_count, base_fee,
          gas_used, gas_limit, gas_cost, fees_spent, cumulative_transactions, header
   FROM evm_block WHERE chain_id = '43114' ORDER BY number DESC LIMIT 1`,
  `UPDATE evm_transaction SET block_number = 9000000, block_index = 0,
          receipt = ${blob(receiptBytes(first, 1))} WHERE seq = :earlier`,
  `UPDATE evm_transaction
   SET block_number = 9000000, block_index = 4, sender = '${sender}', recipient = '${recipient.toUpperCase().replace('X', 'x')}',
       status = 1, type = ${type}, nonce = 9, value = '1501', gas_limit = '21001',
       gas_used = '20999', gas_price = '55', call_type = '${callType}',
       receipt = ${blob(receiptBytes(first))}, raw = ${blob(rawBytes(type)(raws[0]))}
   WHERE seq = :tx`,
  ...['erc20_transfer', 'erc721_transfer', 'erc1155_transfer', 'internal_transaction'].map(
    (table) => `DELETE FROM ${table} WHERE tx_seq IN (:tx, :earlier)`,
  ),
  `INSERT INTO internal_transaction VALUES
     (:tx * 1024, :tx, 'CALL', '${watched}', '${watched}', '21', '2300', '5', 0),
     (:tx * 1024 + 1, :tx, 'CALL', '${sender}', '${recipient}', '22', '2301', '6', 0)`,
]

const moves = [
  `INSERT INTO contract (seq, chain_id, address, erc_type, name, symbol, decimals)
   VALUES (9200, '43114', '${fill('78', 20)}', 'ERC-20', 'Ice', 'ICE', 3)`,
  'UPDATE contract SET decimals = 2 WHERE seq = :collection',
  `INSERT INTO erc20_transfer
   VALUES (:tx * 1024, :tx, 1, 9200, '${sender}', '${recipient}', '11')`,
  `INSERT INTO erc721_transfer
   VALUES (:tx * 1024 + 1, :tx, 2, :collection, :nft, '${sender}', '${recipient}')`,
  `INSERT INTO erc1155_transfer
   VALUES (:tx * 1024 + 2, :tx, 3, :collection, :nft, '${sender}', '${recipient}', '33')`,
]

const rows = {
  transaction: 'evm_transaction WHERE seq = :tx',
  earlier: 'evm_transaction WHERE seq = :earlier',
  block: 'evm_block WHERE number = 9000000',
  chain: "evm_chain WHERE chain_id = '43114'",
  internal: 'internal_transaction WHERE seq = :tx * 1024 + 1',
  token: 'contract WHERE seq = 9200',
  collection: 'contract WHERE seq = :collection',
  nft: 'nft_token WHERE seq = :nft',
  erc20: 'erc20_transfer WHERE tx_seq = :tx',
  erc721: 'erc721_transfer WHERE tx_seq = :tx',
  erc1155: 'erc1155_transfer WHERE tx_seq = :tx',
}

const lower = (text: string) => text.toLowerCase()
const message = (
  flags: object,
): Pick<View, 'of' | 'dialect' | 'pick' | 'item' | 'rows' | 'messages'> => ({
  of: 'address_activity',
  dialect: 'documented',
  pick,
  item: '0',
  rows,
  messages: {
    request: {
      ...{ eventType: 'address_activity', url: 'http://127.0.0.1/', chainId: '43114' },
      ...{ metadata: { addresses: [watched] }, ...flags },
    },
    ...{ network: 'mainnet', chain: '43114' },
    height: 'SELECT block_number FROM evm_transaction WHERE seq = {tx}',
  },
})

const inTransaction: Fields = {
  blockHash: 'block.hash',
  blockNumber: key(['transaction.block_number', 'earlier.block_number', 'block.number'], String),
  from: 'transaction.sender',
  to: from('transaction.recipient', lower),
  gas: 'transaction.gas_limit',
  gasPrice: 'transaction.gas_price',
  receiptEffectiveGasPrice: 'transaction.gas_price',
  txHash: 'transaction.hash',
  txStatus: from('transaction.status', String, { to: 0 }),
  nonce: from('transaction.nonce', String),
  transactionIndex: 'transaction.block_index',
  value: 'transaction.value',
  chainId: constant('43114'),
  receiptCumulativeGasUsed: inReceipt(({ gas }) => String(gas)),
  receiptGasUsed: 'transaction.gas_used',
  // A header begins with three bytes of its length, and has four hashes and an address before it.
  receiptRoot: from('block.header', (header: Uint8Array) => toHex(header.subarray(157, 189)), {
    to: (header: Uint8Array) =>
      Buffer.from(header.map((byte, at) => (at === 188 ? byte ^ 1 : byte))),
  }),
  blockTimestamp: 'block.timestamp',
  'networkToken.tokenName': 'chain.token_name',
  'networkToken.tokenSymbol': 'chain.token_symbol',
  'networkToken.tokenDecimals': from('chain.token_decimals', (places) => places, { to: 2 }),
  'networkToken.valueWithDecimals': many(
    from('transaction.value', (value: string) => `0.00000000000000${value}`),
    from('chain.token_decimals', (places: number) =>
      places === 2 ? '15.01' : '0.000000000000001501',
    ),
  ),
}

/** Prices, input and access list are in the signed bytes. */
const inBytes = (type: 0 | 1 | 2): Fields => {
  const inRaw = oneOf('transaction.raw', raws, rawBytes(type))
  return {
    type: from('transaction.type', (number) => number, { to: (type + 1) % 3 }),
    maxFeePerGas: inRaw(({ prices: [high] }) => String(high)),
    maxPriorityFeePerGas: inRaw(({ prices: [high, low] }) => String(type === 2 ? low : high)),
    input: inRaw(({ data }) => data),
    ...(type !== 0 && {
      'accessList.1.accessAddresses': inRaw(({ address }) => address),
      'accessList.1.storageKeys': inRaw(({ keys }) => keys),
    }),
  }
}

const envelope: Fields = {
  webhookId: constant(webhookId),
  messageId: messageIdOf('transaction.hash', 'transaction'),
  eventType: constant('address_activity'),
}

const transfer = (kind: 'erc20' | 'erc721' | 'erc1155'): Fields => ({
  transactionHash: 'transaction.hash',
  type: constant(kind.toUpperCase()),
  from: `${kind}.sender`,
  to: `${kind}.recipient`,
  blockTimestamp: 'block.timestamp',
  logIndex: `${kind}.log_index`,
  ...under(`${kind}Token`, token(kind === 'erc20' ? 'token' : 'collection')),
})
const token = (contract: string): Fields => ({
  address: `${contract}.address`,
  name: from(`${contract}.name`, (name) => name, { orElse: '' }),
  symbol: from(`${contract}.symbol`, (symbol) => symbol, { orElse: '' }),
  decimals: from(`${contract}.decimals`, (decimals) => decimals, { to: 1, orElse: 0 }),
})
/** An amount of two digits in whole tokens. */
const whole = (digits: string, contract: string) =>
  from(
    `${contract}.decimals`,
    (places: number) =>
      ({ 1: `${digits[0]}.${digits[1]}`, 2: `0.${digits}`, 3: `0.0${digits}` })[places],
    { to: 1, orElse: digits },
  )
const tokenId = from('nft.token_id', (id) => id, { to: '987654' })

const transfers: Fields = {
  ...under('erc20Transfers.0', {
    ...transfer('erc20'),
    value: 'erc20.value',
    'erc20Token.valueWithDecimals': many(
      from('erc20.value', (value: string) => `0.0${value}`),
      whole('11', 'token'),
    ),
  }),
  ...under('erc721Transfers.0', {
    ...transfer('erc721'),
    tokenId,
    value: constant('1'),
    'erc721Token.valueWithDecimals': from(
      'collection.decimals',
      (places: number) => (places === 1 ? '0.1' : '0.01'),
      { to: 1, orElse: '1' },
    ),
  }),
  ...under('erc1155Transfers.0', {
    ...transfer('erc1155'),
    tokenId,
    value: 'erc1155.value',
    'erc1155Token.valueWithDecimals': many(
      from('erc1155.value', (value: string) => `0.${value}`),
      whole('33', 'collection'),
    ),
  }),
}

/** The call of the transaction comes first, then those that it makes. */
const internals: Fields = {
  ...under('internalTransactions.0', {
    from: 'transaction.sender',
    to: from('transaction.recipient', lower),
    internalTxType: constant('CALL'),
    value: 'transaction.value',
    gasUsed: 'transaction.gas_used',
    gasLimit: 'transaction.gas_limit',
    transactionHash: 'transaction.hash',
  }),
  'internalTransactions.1.transactionHash': 'transaction.hash',
  ...under('internalTransactions.2', {
    from: 'internal.sender',
    to: 'internal.recipient',
    internalTxType: from('internal.type', (type) => type, { to: 'STATICCALL' }),
    value: 'internal.value',
    gasUsed: 'internal.gas_used',
    gasLimit: 'internal.gas_limit',
    transactionHash: 'transaction.hash',
  }),
}

/** One log is in the transaction before, whose receipt may come to have two. */
const placedAt = (place: number) =>
  from(
    'earlier.receipt',
    (bytes: Uint8Array) => place + (Buffer.compare(bytes, receiptBytes(first, 1)) === 0 ? 1 : 2),
    { to: receiptBytes(first, 2) },
  )
const logs: Fields = {
  ...under('logs.0', {
    address: inReceipt(({ emitter: address }) => address),
    ...Object.fromEntries(
      [0, 1, 2, 3].map((n) => [`topic${n}`, inReceipt(({ topics }) => topics[n])]),
    ),
    data: inReceipt(({ data }) => data),
    transactionIndex: 'transaction.block_index',
    logIndex: placedAt(0),
    removed: constant(false),
  }),
  ...under('logs.1', {
    address: inReceipt(({ emitter: address }) => address),
    topic0: inReceipt(({ topics }) => topics[3]),
    ...Object.fromEntries([1, 2, 3].map((n) => [`topic${n}`, constant(undefined)])),
    data: inReceipt(({ data }) => data),
    transactionIndex: 'transaction.block_index',
    logIndex: placedAt(1),
  }),
}

const call: View = {
  ...message({}),
  setup: [...setup(2, 'CONTRACT_CALL'), ...moves],
  fields: {
    ...envelope,
    ...under('event.transaction', { ...inTransaction, ...inBytes(2), ...transfers }),
    'event.transaction.contractAddress': constant(undefined),
    'event.transaction.internalTransactions': constant(undefined),
    'event.logs': constant(undefined),
  },
}

/** Section 4.4, address_activity. */
export const evmMessages: FieldTable = [
  call,
  {
    ...message({ includeLogs: true, includeInternalTxs: true }),
    setup: setup(2, 'CONTRACT_CALL'),
    fields: {
      ...envelope,
      ...under('event.transaction', {
        ...inTransaction,
        ...inBytes(2),
        ...internals,
        erc20Transfers: constant([]),
        erc721Transfers: constant([]),
        erc1155Transfers: constant([]),
      }),
      ...under('event', logs),
    },
  },
  // Older transactions have one price, for both.
  ...([0, 1] as const).map(
    (type): View => ({
      ...message({}),
      setup: setup(type, 'NATIVE_TRANSFER'),
      fields: under('event.transaction', inBytes(type)),
    }),
  ),
  {
    ...message({ includeInternalTxs: true }),
    setup: setup(2, 'CONTRACT_CREATION'),
    fields: under('event.transaction', {
      to: from('transaction.recipient', lower),
      contractAddress: many(
        'transaction.recipient',
        from(
          'transaction.call_type',
          (type) => (type === 'CONTRACT_CREATION' ? recipient : undefined),
          { to: 'CONTRACT_CALL' },
        ),
      ),
      'internalTransactions.0.to': 'transaction.recipient',
      'internalTransactions.0.internalTxType': from(
        'transaction.call_type',
        (type) => (type === 'CONTRACT_CREATION' ? 'CREATE' : 'CALL'),
        { to: 'CONTRACT_CALL' },
      ),
    }),
  },
]

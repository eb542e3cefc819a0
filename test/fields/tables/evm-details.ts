import {
  decodeEvmTransaction,
  encodeEvmTransaction,
  type SignedEvmTransaction,
} from '../../../src/formats/evm/transactions.ts'
import type { Dialect } from '../../../src/http/request/dialect.ts'
import {
  constant,
  type Fields,
  from,
  image,
  key,
  nextPage,
  under,
  without,
} from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import { chainInfo } from './evm-chains.ts'
import {
  chain,
  erc1155Token,
  ewoq,
  internalParts,
  nftToken,
  parties,
  partyRows,
  partySetup,
  transactionRows,
  transactionSetup,
  worthIn,
} from './evm-parts.ts'
import { nativeTransaction } from './evm-transfers.ts'

type Kind = 'erc20' | 'erc721' | 'erc1155'

/** The newest transaction that ewoq sent with both of its own prices for gas, on the C-chain. */
const pick = `
  SELECT t.seq AS tx, t.hash, n.seq AS nft, n.contract_seq AS collection
  FROM evm_transaction t, nft_token n
  WHERE t.chain_id = '43114' AND t.type = 2 AND t.sender = '${ewoq}'
  ORDER BY t.seq DESC, n.metadata_name IS NULL LIMIT 1`
const created = '0x00000000000000000000000000000000000000Dd'

/** Nothing is newer than the transaction, in which nothing moves. */
const setup = [
  ...transactionSetup,
  "UPDATE evm_block SET hash = '0xb10c' WHERE number = 9000000",
  ...['evm_native', 'erc20', 'erc721', 'erc1155', 'internal'].flatMap((list, i) => [
    `DELETE FROM ${list}_activity WHERE chain_id = '43114' AND address = '${ewoq}'
     AND seq > :tx${i === 0 ? '' : ' * 1024'}`,
  ]),
  ...['erc20', 'erc721', 'erc1155'].map(
    (kind) => `DELETE FROM ${kind}_transfer WHERE tx_seq = :tx`,
  ),
  'DELETE FROM internal_activity WHERE seq / 1024 = :tx',
  'DELETE FROM internal_transaction WHERE tx_seq = :tx',
  "UPDATE evm_transaction SET sender = '0xcccc', recipient = '0xdddd' WHERE seq = :tx",
]

/** One call with value, of ewoq to itself. */
const call = [
  `INSERT INTO internal_transaction
   VALUES (:tx * 1024, :tx, 'CALL', '${ewoq}', '${ewoq}', '21', '2300', '5', 0)`,
  `INSERT OR IGNORE INTO internal_activity VALUES ('43114', '${ewoq}', :tx * 1024)`,
]

/** One transfer of a kind, from ewoq to ewoq. */
const transferOf: Readonly<Record<Kind, readonly string[]>> = {
  erc20: [
    `INSERT INTO contract (seq, chain_id, address, erc_type, name, symbol, decimals, logo_uri)
     VALUES (9200, '43114', '0xc200', 'ERC-20', 'Ice', 'ICE', 3, 'https://ice.example.org')`,
    `INSERT INTO token_price VALUES ('43114', '0xc200', 0, '12.5'), ('43113', '0xc200', 0, '99')`,
    `INSERT INTO erc20_transfer VALUES (:tx * 1024, :tx, 1, 9200, '${ewoq}', '${ewoq}', '11')`,
  ],
  erc721: [
    `INSERT INTO erc721_transfer
     VALUES (:tx * 1024 + 1, :tx, 2, :collection, :nft, '${ewoq}', '${ewoq}')`,
  ],
  erc1155: [
    `INSERT INTO erc1155_transfer
     VALUES (:tx * 1024 + 2, :tx, 3, :collection, :nft, '${ewoq}', '${ewoq}', '33')`,
  ],
}

const transferRows = {
  token: 'contract WHERE seq = 9200',
  price: "token_price WHERE chain_id = '43114' AND contract = '0xc200'",
  nft: 'nft_token WHERE seq = :nft',
  collection: 'contract WHERE seq = :collection',
}

const erc20Token = (dialect: Dialect): Fields => ({
  address: key(['token.address', 'price.contract']),
  name: from('token.name', (name) => name, { orElse: '' }),
  symbol: from('token.symbol', (symbol) => symbol, { orElse: '' }),
  decimals: from('token.decimals', (decimals) => decimals, { orElse: 0 }),
  logoUri: image('token.logo_uri'),
  ercType: constant('ERC-20'),
  'price.currencyCode': constant('usd'),
  'price.value': from('price.usd', worthIn(dialect)),
})

/** Fields of the token of a kind. */
const tokenOf = (kind: Kind, dialect: Dialect, isV2: boolean): Fields =>
  ({
    erc20: {
      ...erc20Token(dialect),
      ...(isV2 && {
        tokenReputation: from('token.reputation', (text) => text, { to: 'Benign', orElse: null }),
      }),
    },
    erc721: { ...nftToken(dialect), ercType: constant('ERC-1155') },
    erc1155: erc1155Token(dialect),
  })[kind]

/** A view of one transfer; `sides` are those whose party may change. */
function transferView(
  view: Pick<View, 'of' | 'url' | 'item'> & { dialect: Dialect },
  kind: Kind,
  sides: readonly ('from' | 'to')[],
): View {
  const moved = `${kind}_transfer WHERE tx_seq = :tx`
  const free: readonly string[] = sides.map((side) => (side === 'from' ? 'sender' : 'recipient'))
  const held = ['sender', 'recipient'].filter((role) => !free.includes(role))
  // An ERC-721 token is one of a collection of its kind.
  const type = kind === 'erc721' ? 'ERC-721' : 'ERC-1155'
  const own = Object.fromEntries(
    Object.entries(parties('transfer')).filter(([path]) => sides.some((it) => path.startsWith(it))),
  )
  const fixed = { from: 'from.address', to: 'to.address' }
  const path = `${kind}Transfers.0`
  return {
    ...view,
    pick,
    setup: [
      ...setup,
      ...transferOf[kind],
      ...partySetup(moved),
      ...held.map((role) => `UPDATE ${moved.replace(' ', ` SET ${role} = '${ewoq}' `)}`),
      `UPDATE contract SET erc_type = '${type}' WHERE seq = :collection`,
      'DELETE FROM nft_balance WHERE token_seq = :nft',
      `INSERT INTO nft_balance VALUES (9201, '43114', '${ewoq}', 'ERC-721', 9200, :nft, '1')`,
    ],
    item: view.item === undefined ? path : `${view.item}.${path}`,
    rows: {
      ...transferRows,
      ...Object.fromEntries(Object.entries(partyRows).filter(([role]) => free.includes(role))),
      transfer: moved,
      holding: 'nft_balance WHERE seq = 9201',
    },
    fields: {
      ...own,
      ...Object.fromEntries(
        (['from', 'to'] as const)
          .filter((side) => !sides.includes(side))
          .map((side) => [fixed[side], constant(ewoq)]),
      ),
      logIndex: 'transfer.log_index',
      ...(kind !== 'erc721' && { value: 'transfer.value' }),
      ...under(`${kind}Token`, {
        ...tokenOf(kind, view.dialect, view.of === 'listTransactionsV2'),
        ...(kind === 'erc721' && { ercType: constant('ERC-721'), ownerAddress: 'holding.holder' }),
      }),
    },
  }
}

/** A view of a call. It appears in the lists that have it, whatever its parties are. */
const callView = (view: Pick<View, 'of' | 'url' | 'item'> & { dialect: Dialect }): View => ({
  ...view,
  pick,
  setup: [...setup, ...call, ...partySetup('internal_transaction WHERE tx_seq = :tx')],
  item: [view.item, 'internalTransactions.0'].filter(Boolean).join('.'),
  rows: { ...partyRows, internal: 'internal_transaction WHERE tx_seq = :tx' },
  fields: internalParts,
})

const kinds: readonly Kind[] = ['erc20', 'erc721', 'erc1155']

/** Grouped lists: a transfer appears for the address at one end, so the other end may change. */
function groupedViews(dialect: Dialect, of: string, version: string): View[] {
  const url = `/${version}/chains/43114/addresses/${ewoq}/transactions?pageSize=1`
  const view = { of, dialect, url, item: 'transactions.0' }
  return [
    {
      ...view,
      pick,
      setup: [...setup, ...partySetup('evm_transaction WHERE seq = :tx')],
      rows: { ...partyRows, ...transactionRows },
      fields: {
        ...under('nativeTransaction', nativeTransaction(dialect)),
        'nativeTransaction.chainId': constant('43114'),
      },
      around: { nextPageToken: nextPage('transactions') },
    },
    ...kinds.flatMap((kind) => [
      transferView(view, kind, ['from']),
      transferView(view, kind, ['to']),
    ]),
    callView(view),
  ]
}

/** Content of the bytes; they are changed to those of a transaction with other prices and data. */
const inBytes = (show: (tx: FeeMarket) => unknown) =>
  from('transaction.raw', (raw: Uint8Array) => show(decodeEvmTransaction(raw) as FeeMarket), {
    to: (raw: Uint8Array) => {
      const tx = decodeEvmTransaction(raw) as FeeMarket
      const [maxFeePerGas, maxPriorityFeePerGas] = [tx.maxFeePerGas + 2n, 7n]
      const data = new Uint8Array([0xab, 0xcd])
      return encodeEvmTransaction({ ...tx, maxFeePerGas, maxPriorityFeePerGas, data })
    },
  })
type FeeMarket = Extract<SignedEvmTransaction, { type: 2 }>

const networkToken = Object.fromEntries(
  Object.entries(chainInfo).filter(([path]) => path.startsWith('networkToken.')),
)

function detailViews(dialect: Dialect, of: string, url: string): View[] {
  const view = { of, dialect, url }
  const messageRow = (side: string) => `
    INSERT INTO icm_message
    SELECT 9300, network, 'e9', icm_contract, source_blockchain_id, destination_blockchain_id,
           '${side === 'source' ? '43114' : '77'}', '78', nonce, sender, recipient, data,
           reward_address, reward_name, reward_symbol, reward_decimals, reward_logo_uri, reward_usd,
           reward_value, ${side === 'source' ? ':hash' : 'NULL'}, source_timestamp, source_gas_spent
    FROM icm_message LIMIT 1`
  const noMessage = [
    'DELETE FROM icm_message WHERE source_tx_hash = :hash',
    'DELETE FROM icm_delivery WHERE tx_hash = :hash',
  ]
  const withContract = `INSERT INTO contract (seq, chain_id, address, erc_type, deployment_tx)
    VALUES (9210, '43114', '${created}', 'UNKNOWN', :tx)`
  const messageRows = { message: 'icm_message WHERE seq = 9300' }
  const byHash = of === 'getTransaction'
  const native = without(nativeTransaction(dialect), ...(byHash ? ['txHash'] : []))
  return [
    {
      ...view,
      pick,
      setup: [
        ...[...setup, ...noMessage, withContract],
        ...partySetup('evm_transaction WHERE seq = :tx'),
        "INSERT INTO token_price VALUES ('43114', '', 1900000000, '1.5')",
      ],
      rows: {
        ...{ ...partyRows, ...transactionRows },
        chain: "evm_chain WHERE chain_id = '43114'",
        price: "token_price WHERE chain_id = '43114' AND contract = '' AND since = 1900000000",
      },
      fields: {
        ...under('nativeTransaction', {
          ...native,
          baseFeePerGas: 'block.base_fee',
          input: inBytes(({ data }) => `0x${Buffer.from(data).toString('hex')}`),
          maxFeePerGas: inBytes(({ maxFeePerGas }) => String(maxFeePerGas)),
          maxPriorityFeePerGas: inBytes((tx) => String(tx.maxPriorityFeePerGas)),
        }),
        'nativeTransaction.chainId': constant('43114'),
        ...(byHash && { 'nativeTransaction.txHash': constant('{hash}') }),
        ...under('networkTokenDetails', networkToken),
        'networkTokenDetails.currentPrice.currencyCode': constant('usd'),
        'networkTokenDetails.currentPrice.value': from('price.usd', worthIn(dialect)),
      },
    },
    ...kinds.map((kind) => {
      const transfers = transferView(view, kind, ['from', 'to'])
      return { ...transfers, setup: [...(transfers.setup ?? []), withContract] }
    }),
    { ...callView(view), setup: [...(callView(view).setup ?? []), withContract] },
    {
      ...view,
      pick,
      setup: [...setup, ...noMessage, withContract, messageRow('source')],
      rows: messageRows,
      item: 'teleporterMessageInfo',
      fields: {
        teleporterMessageId: 'message.message_id',
        direction: constant('SOURCE_TRANSACTION'),
        sourceChainId: constant('43114'),
        destinationChainId: 'message.destination_evm_chain_id',
      },
    },
    {
      ...view,
      pick,
      setup: [
        ...[...setup, ...noMessage, withContract, messageRow('destination')],
        "INSERT INTO icm_delivery VALUES (9300, 1, '43114', :hash, 1, '2', '0x1', '0x2')",
      ],
      rows: messageRows,
      item: 'teleporterMessageInfo',
      fields: {
        teleporterMessageId: 'message.message_id',
        direction: constant('DESTINATION_TRANSACTION'),
        sourceChainId: 'message.source_evm_chain_id',
        destinationChainId: 'message.destination_evm_chain_id',
      },
    },
  ]
}

/** Transactions with what happened in them. */
export const evmDetails: FieldTable = (['documented', 'live'] as const).flatMap((dialect) => [
  ...groupedViews(dialect, 'listTransactions', 'v1'),
  ...groupedViews(dialect, 'listTransactionsV2', 'v2'),
  ...detailViews(dialect, 'getTransaction', `${chain}/transactions/{hash}`),
  ...detailViews(
    dialect,
    'getDeploymentTransaction',
    `${chain}/contracts/${created}/transactions:getDeployment`,
  ),
])

import { constant, nextPage, row } from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import { tokensOfHolder } from './evm-holdings.ts'
import { chain, ewoq, transactionSetup } from './evm-parts.ts'
import { vertexSetup } from './primary-blocks.ts'
import { mainnet, pChainId } from './primary-parts.ts'

/*
 * Pages of lists by each filter and in each order: a statement of its own for most of them. The
 * fields of their items are in the other tables.
 */

const orders = ['asc', 'desc'] as const
const pagesOf = (of: string, url: string, list: string, setup: readonly string[] = []): View => ({
  of,
  setup,
  url: `${url}pageSize=1`,
  rows: {},
  fields: {},
  around: { nextPageToken: nextPage(list) },
})

const node = 'NodeID-HDMga1PvX3PQE2N5R31iksZ9TTNi4s9Fo'
const otherNode = 'NodeID-4tAQRYRjo4ppWKiLYzhvJSH5tbbScXeqY'
const address = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'
/** Another account of mainnet. */
const pickOther = `SELECT address AS other FROM address_utxo
  WHERE network = 'mainnet' AND address > '${address}' LIMIT 1`
const now = 1_768_435_200
const first = 8_000_000_000_001

/** Four delegations to each of two nodes; a fifth goes to a node outside the request. */
const delegations = [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((place) => [
  row('delegator', {
    seq: first + place,
    network: 'mainnet',
    tx_id: `tx${place}`,
    node_id: place === 8 ? 'NodeID-nobody' : ([node, otherNode][place % 2] ?? ''),
    amount: '5',
    delegation_fee: '2',
    start_timestamp: now - 10,
    end_timestamp: place === 5 ? now - 1 : now + 10,
    gross_reward: '6',
    net_reward: '7',
  }),
  // Every requested node takes each reward, so the same delegation is found twice.
  ...(place === 8
    ? []
    : [
        row('reward_address_delegator', {
          network: 'mainnet',
          address,
          delegator_seq: first + place,
        }),
        `INSERT INTO reward_address_delegator VALUES ('mainnet', :other, ${first + place})`,
      ]),
])
const delegators = orders.flatMap((order) =>
  [
    '',
    `nodeIds=${node}&`,
    `nodeIds=${node},${otherNode}&`,
    `rewardAddresses=${address}&`,
    `rewardAddresses=${address},{other}&`,
    `rewardAddresses=${address}&nodeIds=${node}&`,
    `rewardAddresses=${address}&delegationStatus=active&`,
    `nodeIds=${node},${otherNode}&delegationStatus=active&`,
    'delegationStatus=active&',
  ].map(
    (filter): View => ({
      ...pagesOf(
        'listDelegators',
        `${mainnet}/delegators?sortOrder=${order}&${filter}`,
        'delegators',
        delegations,
      ),
      pick: pickOther,
    }),
  ),
)

/** Transactions about one L1 validator, and of two addresses by type. */
const transactions = orders.flatMap((order) =>
  ['l1ValidationId={id}&', `addresses=${address},{other}&txTypes=BaseTx,ExportTx&`].map(
    (filter): View => ({
      ...pagesOf(
        'listPrimaryTransactions',
        `${mainnet}/blockchains/p-chain/transactions?sortOrder=${order}&${filter}`,
        'transactions',
      ),
      pick: `
        SELECT validation_id AS id, (${pickOther}) AS other FROM transaction_l1_validator
        JOIN primary_transaction AS tx ON tx.seq = tx_seq AND tx.network = 'mainnet'
        GROUP BY validation_id ORDER BY count(*) DESC LIMIT 1`,
    }),
  ),
)

/** Validators of which every second one is inactive. */
const validators = [0, 1, 2, 3, 4, 5].map((place) =>
  row('l1_validator', {
    seq: first + place,
    network: 'mainnet',
    validation_id: `validation${place}`,
    validation_id_hex: '0x01',
    node_id: node,
    subnet_id: pChainId,
    weight: 3,
    created_at: 5,
    paid_until: place % 2 === 0 ? null : 4_000_000_000_000_000,
    min_nonce: 0,
    bls_public_key: '0x06',
    bls_proof_of_possession: '0x07',
    balance_owner_threshold: 8,
    deactivation_owner_threshold: 9,
  }),
)
const l1Validators = ['', `nodeId=${node}&`, `subnetId=${pChainId}&`].flatMap((filter) =>
  ['', 'includeInactiveL1Validators=true&'].map((flag) =>
    pagesOf(
      'listL1Validators',
      `${mainnet}/l1Validators?${filter}${flag}`,
      'validators',
      validators,
    ),
  ),
)

const holder = '0x00000000000000000000000000000000000000Aa'
const collection = '0x00000000000000000000000000000000000000Cc'
const holdings = (['ERC-721', 'ERC-1155'] as const).flatMap((type) => [
  pagesOf(
    'listCollectibleBalances',
    `${chain}/addresses/${holder}/balances:listCollectibles?contractAddress=${collection}&`,
    'collectibleBalances',
    tokensOfHolder(type),
  ),
  ...(type === 'ERC-721'
    ? [
        pagesOf(
          'listErc721Balances',
          `${chain}/addresses/${holder}/balances:listErc721?contractAddress=${collection}&`,
          'erc721TokenBalances',
          tokensOfHolder(type),
        ),
      ]
    : []),
])

/** The first transfer of the first transaction of a block belongs to a range from the block on. */
const ranges = ['Erc20', 'Erc721', 'Erc1155'].map((kind): View => {
  const table = `${kind.toLowerCase()}_transfer`
  return {
    of: `list${kind}Transfers`,
    pick: `SELECT x.seq, x.tx_seq AS tx FROM ${table} x JOIN evm_transaction t ON t.seq = x.tx_seq
           WHERE t.chain_id = '43114' AND '${ewoq}' COLLATE NOCASE IN (x.sender, x.recipient)
           ORDER BY x.seq DESC LIMIT 1`,
    setup: [
      ...transactionSetup,
      `UPDATE ${kind.toLowerCase()}_activity SET seq = :tx * 1024 WHERE seq = :seq`,
      `UPDATE ${table} SET seq = :tx * 1024 WHERE seq = :seq`,
      `DELETE FROM ${kind.toLowerCase()}_activity WHERE seq > :tx * 1024`,
    ],
    url: `${chain}/addresses/${ewoq}/transactions:list${kind}?startBlock=9000000&endBlock=9000001`,
    rows: {},
    fields: { 'transactions.0.blockNumber': constant('9000000') },
  }
})

/** Lists by filter and order. */
export const pages: FieldTable = [
  ...orders.flatMap((order) => [
    pagesOf('listSubnets', `${mainnet}/subnets?sortOrder=${order}&`, 'subnets'),
    pagesOf('listBlockchains', `${mainnet}/blockchains?sortOrder=${order}&`, 'blockchains'),
    pagesOf(
      'listVerticesByHeight',
      `${mainnet}/blockchains/x-chain/vertices:listByHeight?vertexHeight=9000000&sortOrder=${order}&`,
      'vertices',
      vertexSetup,
    ),
  ]),
  ...delegators,
  ...transactions,
  ...l1Validators,
  ...holdings,
  pagesOf('listIcmMessages', `/v1/icm/addresses/${ewoq}/messages?network=mainnet&`, 'messages'),
  ...ranges,
]

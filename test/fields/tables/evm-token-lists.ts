import type { Dialect } from '../../../src/http/request/dialect.ts'
import { constant, from, image, many, nextPage, under } from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import {
  collection,
  holder,
  inDollars,
  onBothNetworks,
  tokens,
  tokensOfHolder,
  wealth,
  wealthRows,
} from './evm-holdings.ts'
import { chain, erc1155Token, worthIn } from './evm-parts.ts'
import { erc20, erc721, erc1155 } from './evm-transfers.ts'

const of = (verb: string) => `${chain}/addresses/${holder.toLowerCase()}/balances:${verb}`

/** The native balance beside the tokens. */
const native = (dialect: Dialect, verb: string) =>
  under(
    'nativeTokenBalance',
    tokens(inDollars(dialect), { [of(verb)]: 'usd' }, onBothNetworks(of(verb))),
  )

/** Two tokens, of the second of which the holder has 5 at a dollar and a half each. */
const tokenSetup = [
  ...[9401, 9402, 9403].map(
    (
      seq,
    ) => `INSERT INTO contract (seq, chain_id, address, erc_type, name, symbol, decimals, logo_uri)
     VALUES (${seq}, '43114', '0xc${seq}', 'ERC-20', 'Ice', 'ICE', 2, 'https://ice.example.org')`,
  ),
  ...[9401, 9402, 9403].map(
    (seq) =>
      `INSERT INTO erc20_balance VALUES (${seq}, '${holder}', 3, '9'), (${seq}, '${holder}', 7, '500')`,
  ),
  `INSERT INTO token_price VALUES ('43114', '0xc9402', 0, '1.5')`,
]

const erc20Balances = (dialect: Dialect): View => {
  const visible = worthIn(dialect)
  return {
    of: 'listErc20Balances',
    dialect,
    setup: [...wealth, ...tokenSetup],
    url: `${of('listErc20')}?pageSize=2`,
    item: 'erc20TokenBalances.1',
    rows: {
      ...wealthRows,
      token: 'contract WHERE seq = 9402',
      held: 'erc20_balance WHERE contract_seq = 9402 AND block_number = 7',
      tokenPrice: "token_price WHERE chain_id = '43114' AND contract = '0xc9402'",
    },
    fields: {
      name: from('token.name', (name) => name, { orElse: '' }),
      symbol: from('token.symbol', (symbol) => symbol, { orElse: '' }),
      logoUri: image('token.logo_uri'),
      ercType: constant('ERC-20'),
      address: constant('0xc9402'),
      decimals: constant(2),
      chainId: constant('43114'),
      balance: 'held.balance',
      tokenReputation: from('token.reputation', (text) => text, { to: 'Benign', orElse: null }),
      'price.currencyCode': constant('usd'),
      'price.value': many(
        from('tokenPrice.usd', visible, { to: '3' }),
        from('dollars.per_usd', (rate) => visible(rate === '2' ? '3' : '1.5'), { to: '2' }),
      ),
      'balanceValue.currencyCode': constant('usd'),
      'balanceValue.value': many(
        from('tokenPrice.usd', (usd) => visible(usd === '1.5' ? '7.5' : '15'), { to: '3' }),
        from('dollars.per_usd', (rate) => visible(rate === '2' ? '15' : '7.5'), { to: '2' }),
        from('held.balance', (units) => visible(units === '500' ? '7.5' : '7.545')),
      ),
    },
    around: { ...native(dialect, 'listErc20'), nextPageToken: nextPage('erc20TokenBalances') },
  }
}

const erc1155Balances = (dialect: Dialect): View => ({
  of: 'listErc1155Balances',
  dialect,
  setup: [...wealth, ...tokensOfHolder('ERC-1155')],
  url: `${of('listErc1155')}?pageSize=2`,
  item: 'erc1155TokenBalances.1',
  rows: {
    ...wealthRows,
    nft: 'nft_token WHERE seq = 9102',
    collection: 'contract WHERE seq = 9100',
    holding: 'nft_balance WHERE token_seq = 9102',
  },
  fields: {
    ...erc1155Token(dialect),
    ercType: constant('ERC-1155'),
    chainId: constant('43114'),
    balance: 'holding.balance',
    ...(dialect === 'documented' && { ownerAddress: constant(holder) }),
  },
  around: { ...native(dialect, 'listErc1155'), nextPageToken: nextPage('erc1155TokenBalances') },
})

/** After a block: the sum of what came and went before its end. */
const pastBalances = (dialect: Dialect): View => ({
  of: 'listErc1155Balances',
  dialect,
  pick: `SELECT max(t.seq) AS tx, max(t.block_number) AS block FROM evm_transaction t
    WHERE t.chain_id = '43114'`,
  setup: [
    ...tokensOfHolder('ERC-1155'),
    'DELETE FROM nft_balance WHERE seq > 9000',
    ...[0, 1].map(
      (i) => `INSERT INTO erc1155_transfer
      VALUES (:tx * 1024 + 700 + ${i}, :tx, 1, 9100, 9102, '0x0', '${holder}', '${i + 3}')`,
    ),
    `INSERT INTO erc1155_activity VALUES ('43114', '${holder}', :tx * 1024 + 700),
       ('43114', '${holder}', :tx * 1024 + 701)`,
  ],
  url: `${of('listErc1155')}?blockNumber={block}`,
  item: 'erc1155TokenBalances.0',
  rows: {
    transfer: "erc1155_transfer WHERE tx_seq = :tx AND value = '4'",
    nft: 'nft_token WHERE seq = 9102',
  },
  fields: {
    balance: from('transfer.value', (value: string) => String(Number(value) + 3)),
    tokenUri: 'nft.token_uri',
    address: constant(collection),
  },
})

/** As the lists of an address, but of a contract, whose newest transfer it is. */
function ofContract(view: View, kind: 'erc20' | 'erc721' | 'erc1155'): View {
  const { pick = '', setup = [], item, around, ...rest } = view
  const fields = Object.fromEntries(
    Object.entries(view.fields).filter(([path]) => path !== `${kind}Token.address`),
  )
  const address = '0x00000000000000000000000000000000000000Ee'
  const contract = kind === 'erc20' ? ':token' : ':collection'
  return {
    ...rest,
    of: 'listTransfers',
    pick,
    setup: [
      ...setup,
      `UPDATE contract SET address = '${address}' WHERE seq = ${contract}`,
      ...(kind === 'erc20'
        ? [
            `UPDATE token_price SET contract = '${address}' WHERE contract = :tokenAddress AND chain_id = '43114'`,
          ]
        : []),
      `DELETE FROM ${kind}_transfer WHERE contract_seq = ${contract} AND seq > :seq`,
    ],
    url: `${chain}/tokens/${address}/transfers?pageSize=1`,
    item: 'transfers.0',
    rows: {
      ...view.rows,
      ...(kind === 'erc20' && {
        price: `token_price WHERE contract = '${address}' AND since = 1900000000`,
      }),
    },
    fields: { ...fields, [`${kind}Token.address`]: constant(address) },
    around: { nextPageToken: nextPage('transfers') },
  }
}

/** Balances of fungible tokens and transfers of contracts. */
export const evmTokenLists: FieldTable = (['documented', 'live'] as const).flatMap((dialect) => [
  erc20Balances(dialect),
  erc1155Balances(dialect),
  pastBalances(dialect),
  ofContract(erc20(dialect), 'erc20'),
  ofContract(erc721(dialect), 'erc721'),
  ofContract(erc1155(dialect), 'erc1155'),
])

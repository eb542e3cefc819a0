import { constant, from, nextPage, text } from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'

const zeroAddress = `0x${'0'.repeat(40)}`
const first = '0x00000000000000000000000000000000000000Aa'
const second = '0x00000000000000000000000000000000000000Bb'
const third = '0x00000000000000000000000000000000000000Cc'
const btcb = '0x152b9d0FdC40C096757F570A51E494bd4b943E50'
const contracts = '/v2/chains/43114/contracts'
const around = { nextPageToken: nextPage('addresses') }
const seq = 7_000_000_000

/**
 * The first has 5 tokens, the second 2 and the third 1. A page of two has a token that does not
 * change with the first: it carries the amount of the second.
 */
const transfers = (table: string, columns: string, token: string) => [
  `DELETE FROM ${table} WHERE contract_seq = :contract`,
  ...[
    [first, 5],
    [second, 2],
    [third, 1],
  ].map(
    (
      [recipient, value],
      i,
    ) => `INSERT INTO ${table} (seq, tx_seq, log_index, contract_seq, ${columns})
      VALUES (${seq + i}, 1, 0, :contract, ${token} '${zeroAddress}', '${recipient}', '${value}')`,
  ),
]

const bridged: View = {
  of: 'getAddressesByBtcbBridged',
  pick: `SELECT seq AS contract FROM contract WHERE chain_id = '43114' AND address = '${btcb}'`,
  setup: transfers('erc20_transfer', 'sender, recipient, value', ''),
  url: '/v2/chains/43114/btcb/bridged:getAddresses?threshold=0&pageSize=2',
  item: 'addresses.0',
  rows: { transfer: `erc20_transfer WHERE seq = ${seq}` },
  fields: { address: 'transfer.recipient', sortKey: 'transfer.value' },
  around,
}

const balances: View = {
  of: 'getAddressesByBalanceOverTime',
  pick: bridged.pick ?? '',
  setup: [
    'DELETE FROM erc20_balance WHERE contract_seq = :contract',
    `INSERT INTO erc20_balance VALUES (:contract, '${first}', 3, '5')`,
    `INSERT INTO erc20_balance VALUES (:contract, '${second}', 2, '2')`,
    `INSERT INTO erc20_balance VALUES (:contract, '${third}', 1, '1')`,
  ],
  url: `${contracts}/${btcb}/balances?threshold=1&pageSize=2`,
  item: 'addresses.0',
  rows: { balance: `erc20_balance WHERE contract_seq = :contract AND block_number = 3` },
  fields: { address: 'balance.holder', sortKey: 'balance.balance' },
  around,
}

const holders: View = {
  of: 'getNftHoldersByContractAddress',
  pick: `
    SELECT seq AS contract, address FROM contract
    WHERE chain_id = '43114' AND erc_type = 'ERC-1155' AND name IS NOT NULL LIMIT 1`,
  setup: transfers('erc1155_transfer', 'token_seq, sender, recipient, value', '1,'),
  url: `${contracts}/{address}/nfts:listHolders?pageSize=2`,
  item: 'addresses.0',
  rows: {
    transfer: `erc1155_transfer WHERE seq = ${seq}`,
    contract: 'contract WHERE seq = :contract',
  },
  fields: { address: 'transfer.recipient', sortKey: 'transfer.value' },
  around: {
    ...around,
    'nftCollectionName.0': from('contract.name', (name) => name, { within: 'nftCollectionName' }),
    'nftSymbol.0': from('contract.symbol', (symbol) => symbol, { within: 'nftSymbol' }),
    totalHolders: constant(3),
    totalTokens: from('transfer.value', (value: string) => Number(value) + 3),
  },
}

const rewarded: View = {
  of: 'getValidatorsByDateRange',
  pick: `
    SELECT p.tx_seq AS tx FROM staking_period p
    WHERE p.network = 'mainnet' AND p.kind = 'validator'
      AND p.subnet_id = '11111111111111111111111111111111LpoYY'
    ORDER BY tx_seq DESC LIMIT 1`,
  url: '/v2/subnets/11111111111111111111111111111111LpoYY/validators:getAddresses?pageSize=1',
  item: 'addresses.0',
  rows: {
    reward: "transaction_address WHERE tx_seq = :tx AND role = 'reward' AND position = 0",
    transaction: 'primary_transaction WHERE seq = :tx',
  },
  fields: { 'addresses.0': 'reward.address', sortKey: text('transaction.timestamp') },
  around,
}

const together: View = {
  of: 'compositeQueryV2',
  setup: [
    'DELETE FROM evm_balance',
    ...[first, second, third].map(
      (address) => `INSERT INTO evm_balance VALUES ('43114', '${address}', 3, '5')`,
    ),
  ],
  url: '/v2/lookingGlass/compositeQuery',
  body: {
    operator: 'OR',
    pageSize: 1,
    queries: [
      {
        ...{ id: 'rich', type: 'LatestBalance' },
        params: { evmChainId: '43114', minBalance: '4', tokenType: 'NATIVE' },
      },
    ],
  },
  rows: { balance: `evm_balance WHERE address = '${second}'` },
  fields: {
    ...around,
    // Its sha256 is the lowest.
    'addresses.0': constant(third),
    totalCount: from('balance.balance', (amount) => (amount === '5' ? 3 : 2), { to: '3' }),
    'subQueryCounts.rich': from('balance.balance', (amount) => (amount === '5' ? 3 : 2)),
  },
}

/** Holders of tokens, and receivers of rewards. */
export const lookingGlass: FieldTable = [bridged, balances, holders, rewarded, together]

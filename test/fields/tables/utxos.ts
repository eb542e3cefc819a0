import { constant, from, key, nextPage, row, under, without } from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import { bytesOf, liveUtxo } from './live-transactions.ts'
import {
  assetAmount,
  assetRow,
  mainnet,
  newAsset,
  newUtxo,
  onChain,
  utxo,
  utxoRows,
} from './primary-parts.ts'

const seq = 8_000_000_000_000
const ewoq = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'
const fujiEwoq = 'fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t'
const owner = 'avax1qurswpc8qurswpc8qurswpc8qurswpc8x32neu'

/** Three outputs of an address, from the latest on; the one in the middle is looked at. */
const outputs = (columns: Record<string, string | number | null>) => [
  newAsset('owned'),
  newAsset('besides'),
  ...[-1, 0, 1].flatMap((number) => [
    ...newUtxo(seq + number, {
      asset_id: number === 0 ? 'owned' : 'besides',
      created_at: 1_600_000_005 + number,
      ...columns,
    }),
    `INSERT INTO address_utxo (network, address, utxo_seq, created_at)
     VALUES ('mainnet', '${owner}', ${seq + number}, ${1_600_000_005 + number})`,
  ]),
]
const rows = { ...utxoRows('utxo', seq), asset: assetRow('owned') }

const each = (view: Omit<View, 'of' | 'url'>, chain: string): View[] => {
  const path = `${mainnet}/blockchains/${chain}/utxos?pageSize=3&includeSpent=true`
  return [
    { ...view, of: 'getUtxosByAddresses', url: `${path}&addresses=${owner}` },
    { ...view, of: 'getUtxosByAddressesV2', url: path, body: { addresses: owner } },
  ]
}

const platform = {
  setup: outputs({ staked: 0 }),
  item: 'utxos.1',
  rows,
  fields: {
    ...without(utxo('utxo', 'asset'), 'rewardType', 'staked', 'utxoType', 'blockTimestamp'),
    // The list is in the order of it.
    blockTimestamp: constant(1_600_000_005),
    utxoType: from('utxo.stakeable_locktime', () => 'STAKE', { orElse: 'TRANSFER' }),
    staked: constant(false),
  },
}
/** Stake never appears as spent. */
const platformStake = {
  ...platform,
  setup: outputs({ staked: 1, stakeable_locktime: null }),
  fields: {
    staked: constant(true),
    utxoType: constant('STAKE'),
    consumingTxHash: constant(undefined),
    consumingBlockNumber: constant(undefined),
    consumingBlockTimestamp: constant(undefined),
    rewardType: constant(undefined),
  },
}

/** Of the X- and C-chain, with the signatures of a transaction of the world. */
const exchange = {
  pick: `SELECT (${bytesOf("chain = 'X'")}) AS spender`,
  setup: outputs({
    created_on_chain: 'X',
    consumed_on_chain: 'X',
    consumed_by: '(:spender)',
    consumed_position: 0,
  }),
  item: 'utxos.1',
  rows: { ...rows, spender: 'primary_transaction WHERE seq = :spender' },
  fields: {
    ...without(liveUtxo('utxo', 'spender', 'created_at'), 'timestamp'),
    ...under('asset', assetAmount('utxo', 'asset')),
    timestamp: constant(1_600_000_005),
  },
}

const chainInfo = onChain(`utxos?addresses=${ewoq}`, `utxos?addresses=${fujiEwoq}`)
const page = { rows: {}, fields: { nextPageToken: nextPage('utxos') } }
const path = `${mainnet}/blockchains/x-chain/utxos?pageSize=2`
const aroundList: readonly View[] = [
  {
    of: 'getUtxosByAddresses',
    url: `${path}&addresses=${ewoq}`,
    rows: {},
    fields: { ...page.fields, ...chainInfo },
  },
  {
    ...page,
    of: 'getUtxosByAddressesV2',
    url: path,
    body: { addresses: ewoq },
    fields: {
      ...page.fields,
      'chainInfo.chainName': constant('x-chain'),
      'chainInfo.network': constant('mainnet'),
    },
  },
]

/** A spending at 9,000,000,000 seconds, later than all others. */
const activitySetup = [
  newAsset('owned'),
  ...newUtxo(seq, { asset_id: 'owned', consumed_by: seq, emitted_by: seq - 1 }),
  ...[seq - 1, seq].flatMap((tx) => [
    row('primary_transaction', {
      seq: tx,
      network: 'mainnet',
      chain: 'P',
      tx_id: `tx${tx}`,
      tx_type: 'BaseTx',
      timestamp: 5,
      block_number: '6',
      block_id: `block${tx}`,
      position: 0,
      bytes: '(zeroblob(1))',
    }),
    row('address_transaction', {
      network: 'mainnet',
      chain: 'P',
      address: owner,
      tx_seq: tx,
      tx_type: 'BaseTx',
      timestamp: 5,
    }),
  ]),
  `UPDATE utxo_address SET address = '${owner}' WHERE utxo_seq = ${seq} AND position = 1`,
]
const activity = (isConsumed: boolean, fields: View['fields']): View[] => {
  const url = `${mainnet}/blockchains/p-chain/lastActivityTimestampByAddresses`
  const view = {
    setup: isConsumed
      ? activitySetup
      : [...activitySetup, `DELETE FROM address_transaction WHERE tx_seq = ${seq}`],
    rows: {
      ...rows,
      making: `primary_transaction WHERE seq = ${seq - 1}`,
      spending: `primary_transaction WHERE seq = ${seq}`,
    },
    fields: {
      ...fields,
      utxoId: 'utxo.utxo_id',
      isConsumed: constant(isConsumed),
      chainName: constant('p-chain'),
      network: constant('mainnet'),
    },
  }
  return [
    { ...view, of: 'getLastActivityTimestampByAddresses', url: `${url}?addresses=${owner}` },
    { ...view, of: 'getLastActivityTimestampByAddressesV2', url, body: { addresses: owner } },
  ]
}

/** Outputs of the published documents, and when one was last made or spent. */
export const utxos: FieldTable = [
  ...each(platform, 'p-chain'),
  ...each(platformStake, 'p-chain'),
  ...each(exchange, 'x-chain'),
  ...aroundList,
  ...activity(true, {
    timestamp: key(['utxo.consumed_at', 'spending.timestamp']),
    blockNumber: key(['utxo.consuming_block', 'spending.block_number']),
    txHash: key(['utxo.consuming_tx_id', 'spending.tx_id']),
  }),
  ...activity(false, {
    timestamp: 'utxo.created_at',
    blockNumber: 'utxo.created_block',
    txHash: 'making.tx_id',
  }),
]

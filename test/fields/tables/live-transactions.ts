import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import {
  constant,
  type Fields,
  from,
  many,
  nextPage,
  row,
  text,
  under,
  without,
} from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import {
  assetAmount,
  assetRow,
  blockchainId,
  cChainId,
  mainnet,
  newAsset,
  newUtxo,
  utxoRows,
  xChainId,
} from './primary-parts.ts'

/*
 * Transactions of the X- and C-chain in the live dialect. The rows are made up, the signed bytes
 * those of a transaction with one input and one signature: they end in its 77 bytes of credentials.
 */

const seq = 8_000_000_000_001
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')
const signature = (bytes: Uint8Array) => base64(bytes.subarray(-65))
function publicKey(bytes: Uint8Array): string {
  const signed = createHash('sha256').update(bytes.subarray(0, -77)).digest()
  const recovered = Buffer.concat([bytes.subarray(-1), bytes.subarray(-65, -1)])
  return base64(secp256k1.recoverPublicKey(recovered, signed, { prehash: false }))
}
const credentials = (spender: string): Fields => ({
  'credentials.0.signature': from(`${spender}.bytes`, signature),
  'credentials.0.publicKey': from(`${spender}.bytes`, publicKey),
})

type Kind = 'linear' | 'non-linear' | 'ExportTx' | 'ImportTx'

/** Signed bytes of the kind, and of an X-chain transaction for the spender of its outputs. */
const pick = (kind: Kind) => `
  SELECT (${bytesOf(kind.endsWith('linear') ? "chain = 'X'" : `chain = 'C' AND tx_type = '${kind}'`)})
           AS seq, (${bytesOf("chain = 'X'")}) AS spender,
         (SELECT tx_id FROM primary_transaction WHERE network = 'mainnet' LIMIT 1) AS id`
export const bytesOf = (where: string) => `
  SELECT seq FROM primary_transaction tx WHERE network = 'mainnet' AND ${where}
    AND coalesce((SELECT sum(threshold) FROM utxo WHERE consumed_by = tx.seq), 0)
      + (SELECT count(*) FROM atomic_evm_transfer WHERE tx_seq = tx.seq AND direction = 'input') = 1
  LIMIT 1`

const setup = (kind: Kind): string[] => [
  ...[-1, 0, 1, 2].map((place) =>
    row('primary_transaction', {
      seq: seq + place,
      network: 'mainnet',
      chain: kind.endsWith('linear') || place === 2 ? 'X' : 'C',
      tx_id: `tx${place}`,
      tx_type: kind.endsWith('linear') ? 'BaseTx' : kind,
      timestamp: 1_700_000_000,
      block_number: '41',
      block_id: `block${place}`,
      position: 0,
      source_chain: 'source',
      destination_chain: 'destination',
      memo: '0x14',
      created_asset_id: place === 0 ? 'created' : null,
      bytes: `(SELECT bytes FROM primary_transaction WHERE seq = ${place === 2 ? ':spender' : ':seq'})`,
    }),
  ),
  // A list of the chain does not begin with the one that only spends.
  `UPDATE primary_transaction SET seq = 1 - seq WHERE seq = ${seq + 2}`,
  ...['created', 'spent', 'made', 'moved'].map(newAsset),
  ...newUtxo(9_001, { asset_id: 'spent', consumed_by: seq, consumed_position: 0 }),
  ...newUtxo(9_002, { asset_id: 'spent', consumed_by: seq, consumed_position: 1, amount: '5' }),
  ...newUtxo(9_003, {
    asset_id: 'made',
    emitted_by: seq,
    output_index: 0,
    consumed_by: -seq - 1,
    consumed_position: 0,
  }),
  ...newUtxo(9_004, { asset_id: 'made', emitted_by: seq, output_index: 5, amount: '5' }),
  ...(kind === 'non-linear'
    ? [-1, 0, 1].map((place) =>
        row('vertex', {
          seq: seq + place,
          network: 'mainnet',
          vertex_id: `block${place}`,
          height: 41,
          vertex_index: 0,
          timestamp: 1_700_000_000,
          tx_count: 1,
          size_bytes: 1,
        }),
      )
    : []),
  ...(kind.endsWith('linear')
    ? []
    : [0, 1].map((position) =>
        row('atomic_evm_transfer', {
          tx_seq: seq,
          position,
          direction: kind === 'ExportTx' ? 'input' : 'output',
          evm_address: `0x${position}`,
          network: 'mainnet',
          asset_id: 'moved',
          amount: position === 0 ? '10' : '5',
        }),
      )),
]

const transfer = (position: number) =>
  `atomic_evm_transfer WHERE tx_seq = ${seq} AND position = ${position}`
const rows = {
  tx: `primary_transaction WHERE seq = ${seq}`,
  spender: `primary_transaction WHERE seq = ${-seq - 1}`,
  vertex: `vertex WHERE seq = ${seq}`,
  ...utxoRows('consumed', 9_001),
  ...utxoRows('consumedToo', 9_002),
  ...utxoRows('emitted', 9_003),
  ...utxoRows('emittedToo', 9_004),
  created: assetRow('created'),
  spent: assetRow('spent'),
  made: assetRow('made'),
  moved: assetRow('moved'),
  transfer: transfer(0),
  transferToo: transfer(1),
}

/** Two amounts of one asset and, under `sum`, their sum. */
const summed = (sum: string, name: string, places: readonly string[], asset: string): Fields => {
  const cells = [`${name}.asset_id`, `${name}Too.asset_id`, `${asset}.asset_id`]
  const plus = (cell: string, other: bigint) =>
    from(cell, (amount: string) => String(BigInt(amount) + other))
  return {
    ...under(sum, {
      ...assetAmount(name, asset),
      assetId: { ...from(''), cells },
      amount: many(plus(`${name}.amount`, 5n), plus(`${name}Too.amount`, 10n)),
    }),
    ...Object.assign(
      {},
      ...places.map((place, index) =>
        under(place, {
          ...assetAmount(index === 0 ? name : `${name}Too`, asset),
          assetId: { ...from(''), cells },
        }),
      ),
    ),
  }
}

/** An output in the words of the service; an input has the time at which it was spent. */
export const liveUtxo = (name: string, spender: string, time: string): Fields => ({
  'addresses.1': `${name}Owner.address`,
  consumedOnChainId: from(`${name}.consumed_on_chain`, blockchainId, { to: 'C' }),
  consumingTxHash: `${name}.consuming_tx_id`,
  createdOnChainId: from(`${name}.created_on_chain`, blockchainId, { to: 'C' }),
  utxoId: `${name}.utxo_id`,
  utxoBytes: `${name}.bytes`,
  consumingTxTimestamp: `${name}.consumed_at`,
  creationTxHash: `${name}.tx_id`,
  ...credentials(spender),
  groupId: `${name}.group_id`,
  locktime: `${name}.locktime`,
  outputIndex: text(`${name}.output_index`, { to: 3 }),
  payload: `${name}.payload`,
  threshold: `${name}.threshold`,
  timestamp: from(
    `${name}.${time}`,
    (seconds) => seconds,
    time === 'consumed_at' ? { orElse: 1_600_000_005 } : {},
  ),
  utxoType: from(`${name}.output_type`, (type) => type, { to: 'nft mint' }),
})
const inputs = under('consumedUtxos.0', liveUtxo('consumed', 'tx', 'consumed_at'))
const outputs: Fields = {
  ...under('emittedUtxos.0', liveUtxo('emitted', 'spender', 'created_at')),
  'emittedUtxos.1.outputIndex': text('emittedToo.output_index'),
}
const bothAssets = (list: string) => [`${list}.0.asset`, `${list}.1.asset`]
const spentAmounts = summed('amountUnlocked.0', 'consumed', bothAssets('consumedUtxos'), 'spent')
const madeAmounts = summed('amountCreated.0', 'emitted', bothAssets('emittedUtxos'), 'made')

const common = (ownChain: string): Fields => ({
  txHash: 'tx.tx_id',
  memo: from('tx.memo', (memo) => memo, { orElse: '0x' }),
  sourceChain: from('tx.source_chain', (id) => id, { orElse: ownChain }),
  destinationChain: from('tx.destination_chain', (id) => id, { orElse: ownChain }),
})

const fieldsOf: Record<Kind, Fields> = {
  linear: {
    ...common(xChainId),
    ...inputs,
    ...outputs,
    ...spentAmounts,
    ...madeAmounts,
    txType: from('tx.tx_type', (type) => type, { to: 'OperationTx' }),
    timestamp: 'tx.timestamp',
    chainFormat: constant('linear'),
    blockHeight: from('tx.block_number', Number),
    blockHash: 'tx.block_id',
    ...under('assetCreated', {
      ...without(assetAmount('', 'created'), 'assetId', 'amount'),
      assetId: { ...from(''), cells: ['tx.created_asset_id', 'created.asset_id'] },
      createdAtTimestamp: 'created.created_at',
      cap: from('created.cap', (cap) => cap, { to: 'variable' }),
    }),
  },
  'non-linear': {
    ...common(xChainId),
    ...inputs,
    ...outputs,
    ...spentAmounts,
    ...madeAmounts,
    txType: from('tx.tx_type', (type) => type, { to: 'OperationTx' }),
    timestamp: 'tx.timestamp',
    chainFormat: constant('non-linear'),
    'vertices.0.hash': { ...from(''), cells: ['tx.block_id', 'vertex.vertex_id'] },
    'vertices.0.height': from('tx.block_number', Number),
    'vertices.0.timestamp': 'tx.timestamp',
    ...under('assetCreated', {
      ...without(assetAmount('', 'created'), 'assetId', 'amount'),
      assetId: { ...from(''), cells: ['tx.created_asset_id', 'created.asset_id'] },
      createdAtTimestamp: 'created.created_at',
      cap: from('created.cap', (cap) => cap, { to: 'variable' }),
    }),
  },
  ExportTx: {
    ...common(cChainId),
    ...outputs,
    ...madeAmounts,
    ...summed('amountUnlocked.0', 'transfer', bothAssets('evmInputs'), 'moved'),
    ...under('evmInputs.0', { fromAddress: 'transfer.evm_address', ...credentials('tx') }),
    txType: constant('ExportTx'),
    timestamp: 'tx.timestamp',
    blockHeight: from('tx.block_number', Number),
    blockHash: 'tx.block_id',
  },
  ImportTx: {
    ...common(cChainId),
    ...inputs,
    ...spentAmounts,
    ...summed('amountCreated.0', 'transfer', bothAssets('evmOutputs'), 'moved'),
    'evmOutputs.0.toAddress': 'transfer.evm_address',
    txType: constant('ImportTx'),
    timestamp: 'tx.timestamp',
    blockHeight: from('tx.block_number', Number),
    blockHash: 'tx.block_id',
  },
}

const listedAsset = 'ZxTmijy4iNnRXZzVBSYoLVYGpYRBpQXzJLDPpVAUYnMpfJuSD'

/** The list of an asset, in the same shapes in both dialects, and the asset itself. */
export const assets: FieldTable = [
  ...(['linear', 'non-linear'] as const).map(
    (kind): View => ({
      of: 'listAssetTransactions',
      pick: pick(kind),
      setup: [
        ...setup(kind),
        `INSERT INTO asset (network, asset_id, name, symbol, denomination, type, cap, created_at)
         VALUES ('mainnet', '${listedAsset}', 'Listed', 'LST', 1, 'nft', 'fixed', 1)`,
        `INSERT INTO asset_transaction
         SELECT network, '${listedAsset}', seq, tx_type FROM primary_transaction
         WHERE seq = ${seq}`,
      ],
      url: `${mainnet}/blockchains/x-chain/assets/${listedAsset}/transactions?pageSize=3`,
      item: 'transactions.0',
      rows,
      fields: fieldsOf[kind],
      around: {
        'chainInfo.chainName': constant('x-chain'),
        'chainInfo.network': constant('mainnet'),
      },
    }),
  ),
  {
    of: 'listAssetTransactions',
    pick: "SELECT asset_id AS avax FROM asset WHERE network = 'mainnet' AND symbol = 'AVAX'",
    url: `${mainnet}/blockchains/x-chain/assets/{avax}/transactions?pageSize=2`,
    rows: {},
    fields: { nextPageToken: nextPage('transactions') },
  },
  {
    of: 'getAssetDetails',
    pick: "SELECT asset_id AS asset FROM asset WHERE network = 'mainnet' AND symbol <> 'AVAX'",
    url: `${mainnet}/blockchains/x-chain/assets/{asset}`,
    rows: { asset: "asset WHERE network = 'mainnet' AND asset_id = :asset" },
    fields: {
      assetId: constant('{asset}'),
      name: 'asset.name',
      symbol: 'asset.symbol',
      denomination: 'asset.denomination',
      type: from('asset.type', (type) => type, { to: 'nft' }),
      createdAtTimestamp: 'asset.created_at',
      cap: from('asset.cap', (cap) => cap, { to: 'variable' }),
    },
  },
]

/** 2.2 and 4.1.3 as the deployed service has them for the X- and C-chain. */
export const liveTransactions: FieldTable = (
  ['linear', 'non-linear', 'ExportTx', 'ImportTx'] as const
).flatMap((kind): View[] => {
  const url = `${mainnet}/blockchains/${kind.endsWith('linear') ? 'x' : 'c'}-chain/transactions`
  return [
    {
      of: 'listPrimaryTransactions',
      dialect: 'live',
      pick: pick(kind),
      setup: setup(kind),
      url: `${url}?pageSize=3`,
      item: 'transactions.1',
      rows,
      fields: fieldsOf[kind],
    },
    {
      of: 'getPrimaryTransaction',
      dialect: 'live',
      pick: pick(kind),
      setup: [
        ...setup(kind),
        "UPDATE primary_transaction SET tx_id = 'gone' WHERE tx_id = :id",
        `UPDATE primary_transaction SET tx_id = :id WHERE seq = ${seq}`,
      ],
      url: `${url}/{id}`,
      rows,
      fields: { ...fieldsOf[kind], txHash: constant('{id}') },
    },
  ]
})

import { expect, test } from 'vitest'
import { addressText } from '../../src/formats/addresses.ts'
import { encodeCb58, fromCheckedHex, parseId, toCheckedHex } from '../../src/formats/ids.ts'
import type { PlatformTransaction } from '../../src/formats/p-chain-transactions.ts'
import {
  atomicUtxos,
  decodeUtxo,
  exchangeUtxos,
  platformUtxos,
  Utxo,
  utxoBytes,
  utxoId,
} from '../../src/formats/utxos.ts'
import type { ExchangeTransaction } from '../../src/formats/x-chain-transactions.ts'
import { expectRoundTrips, expectSafeDecoding } from './support/schema-properties.ts'

// Recorded on Fuji.
const recorded =
  '0x000080f322030a7e4096b447d33560bdecae9c98b43d7d0a553ac6f5b171804e38a5000000003d9bdac0ed1d761330cf680efdeb1a42159eb387d6d2950c96f7d28f61bbe2aa00000007000000001dcd650000000000000000000000000100000001e34206c069a5c8d5fcba6f81932196660eb44ded780d390c'

test('a UTXO recorded on Fuji decodes, encodes and has its id', () => {
  const utxo = decodeUtxo(fromCheckedHex(recorded))
  expect(toCheckedHex(utxoBytes(utxo))).toBe(recorded)
  expect(encodeCb58(utxoId(utxo.txId, utxo.outputIndex))).toBe(
    '2ZbiAt9CPdLNJg2QXNgUJP3fXmaRViZPMdWhAJF746D6ceyFzW',
  )
  expect(encodeCb58(utxo.txId)).toBe('ynrBcMq46SbYD87Um3ssbCxWAesH9hGJJCtzv9QqKEapZuMfF')
  expect(encodeCb58(utxo.assetId)).toBe('U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK')
  if (utxo.output.type !== 'TransferOutput') throw new Error('the vector is a TransferOutput')
  expect(utxo.output.amount).toBe(500_000_000n)
  expect(utxo.output.addresses.map((address) => addressText(address, 'fuji'))).toEqual([
    'fuji1udpqdsrf5hydtl96d7qexgvkvc8tgn0d3fgrym',
  ])
})

const id = parseId('ynrBcMq46SbYD87Um3ssbCxWAesH9hGJJCtzv9QqKEapZuMfF')
const avax = parseId('U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK')
const owners = { locktime: 0n, threshold: 1, addresses: [new Uint8Array(20)] }
const transfer = (amount: bigint) => ({ type: 'TransferOutput', amount, ...owners }) as const
const avaxOutput = (amount: bigint) => ({ assetId: avax, output: transfer(amount) })
const base = {
  networkId: 1,
  blockchainId: avax,
  outputs: [avaxOutput(1n), avaxOutput(2n)],
  inputs: [],
  memo: new Uint8Array(),
}
const summary = (utxos: ReturnType<typeof platformUtxos>) =>
  utxos.map(({ outputIndex, source, output }) => [outputIndex, source, output.type])

test('stake and exported outputs follow the outputs', () => {
  const staking: PlatformTransaction = {
    ...base,
    type: 'AddPermissionlessDelegatorTx',
    validator: { nodeId: new Uint8Array(20), start: 0n, end: 1n, weight: 3n },
    subnetId: avax,
    stake: [avaxOutput(3n)],
    rewardsOwner: { type: 'Owners', ...owners },
  }
  expect(platformUtxos({ id, unsigned: staking })).toEqual([
    { txId: id, outputIndex: 0, source: 'outputs', ...avaxOutput(1n) },
    { txId: id, outputIndex: 1, source: 'outputs', ...avaxOutput(2n) },
    { txId: id, outputIndex: 2, source: 'stake', ...avaxOutput(3n) },
  ])
  const exporting = {
    ...base,
    type: 'ExportTx',
    destinationChain: avax,
    exportedOutputs: [avaxOutput(4n)],
  } as const
  const expected = [
    [0, 'outputs', 'TransferOutput'],
    [1, 'outputs', 'TransferOutput'],
    [2, 'exportedOutputs', 'TransferOutput'],
  ]
  expect(summary(platformUtxos({ id, unsigned: exporting }))).toEqual(expected)
  expect(summary(exchangeUtxos({ id, unsigned: exporting }))).toEqual(expected)
})

test('the transactions of the chain itself emit nothing', () => {
  expect(platformUtxos({ id, unsigned: { type: 'RewardValidatorTx', txId: avax } })).toEqual([])
})

test('initial states follow the outputs, in the asset that the transaction creates', () => {
  const creating: ExchangeTransaction = {
    ...base,
    type: 'CreateAssetTx',
    name: 'Glass',
    symbol: 'GLS',
    denomination: 2,
    initialStates: [
      { fxIndex: 0, outputs: [{ type: 'MintOutput', ...owners }, transfer(5n)] },
      { fxIndex: 1, outputs: [{ type: 'NftMintOutput', groupId: 1, ...owners }] },
    ],
  }
  const utxos = exchangeUtxos({ id, unsigned: creating })
  expect(summary(utxos)).toEqual([
    [0, 'outputs', 'TransferOutput'],
    [1, 'outputs', 'TransferOutput'],
    [2, 'initialStates', 'MintOutput'],
    [3, 'initialStates', 'TransferOutput'],
    [4, 'initialStates', 'NftMintOutput'],
  ])
  expect(utxos.map(({ assetId }) => assetId)).toEqual([avax, avax, id, id, id])
})

test('operations emit their outputs in order, in their own asset', () => {
  const input = { signatureIndices: [0] }
  const payload = new Uint8Array(3)
  const nft = { groupId: 1, payload, ...owners }
  const operating: ExchangeTransaction = {
    ...base,
    type: 'OperationTx',
    operations: [
      {
        type: 'MintOperation' as const,
        input,
        mintOutput: owners,
        transferOutput: { amount: 5n, ...owners },
      },
      {
        type: 'NftMintOperation' as const,
        input,
        groupId: 1,
        payload,
        owners: [owners, owners],
      },
      { type: 'NftTransferOperation' as const, input, output: nft },
      {
        type: 'PropertyMintOperation' as const,
        input,
        mintOutput: owners,
        ownedOutput: owners,
      },
      { type: 'PropertyBurnOperation' as const, input },
    ].map((operation) => ({ assetId: id, utxos: [], operation })),
  }
  const utxos = exchangeUtxos({ id: avax, unsigned: operating })
  expect(utxos.slice(2).map(({ output }) => output)).toEqual([
    { type: 'MintOutput', ...owners },
    transfer(5n),
    { type: 'NftTransferOutput', ...nft },
    { type: 'NftTransferOutput', ...nft },
    { type: 'NftTransferOutput', ...nft },
    { type: 'PropertyMintOutput', ...owners },
    { type: 'PropertyOwnedOutput', ...owners },
  ])
  expect(utxos.slice(2).every((utxo) => utxo.assetId === id)).toBe(true)
  expect(utxos.map(({ outputIndex }) => outputIndex)).toEqual([...utxos.keys()])
  for (const utxo of utxos) expect(utxoBytes(utxo).length).toBeGreaterThan(2 + 32 + 4 + 32 + 4)
})

test('exports of the C-chain begin at index 0, imports emit nothing', () => {
  const exporting = {
    type: 'ExportTx',
    networkId: 1,
    blockchainId: avax,
    destinationChain: avax,
    inputs: [],
    exportedOutputs: [avaxOutput(9n)],
  } as const
  expect(atomicUtxos({ id, unsigned: exporting })).toEqual([
    { txId: id, outputIndex: 0, source: 'exportedOutputs', ...avaxOutput(9n) },
  ])
  const importing = {
    type: 'ImportTx',
    networkId: 1,
    blockchainId: avax,
    sourceChain: avax,
    importedInputs: [],
    outputs: [{ address: new Uint8Array(20), amount: 1n, assetId: avax }],
  } as const
  expect(atomicUtxos({ id, unsigned: importing })).toEqual([])
})

test('UTXOs round-trip, and damaged ones give a FormatError at most', () => {
  expectRoundTrips(Utxo)
  expectSafeDecoding(Utxo)
})

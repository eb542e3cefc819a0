import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  LiveXChainLinearTransaction,
  LiveXChainNonLinearTransaction,
} from '../../../../schemas/data/live.ts'
import type { PrimaryNetworkTransaction } from '../../../../schemas/data/transactions.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { startServer } from '../../../support/server.ts'
import { networks, wholeList } from '../lists.ts'
import {
  allTransactions,
  type LiveCChainTransaction,
  transactionsPath as path,
} from '../transactions.ts'

let server: Snowglobe
let live: Snowglobe

beforeAll(async () => {
  server = await startServer()
  live = await startServer({ dialect: 'live' })
})
afterAll(async () => {
  await server.close()
  await live.close()
})

const list = (url: string) => allTransactions(server, url)

test.each(networks)('%s: X-chain transactions in vertices and in blocks', async (network) => {
  const url = path(network, 'x-chain')
  const documented = await list(url)
  const found = await wholeList<LiveXChainLinearTransaction | LiveXChainNonLinearTransaction>(
    live,
    url,
    'transactions',
  )
  expect(found.map(({ txHash }) => txHash)).toEqual(documented.map(({ txHash }) => txHash))
  found.forEach((transaction, i) => {
    const { blockNumber, blockHash, blockTimestamp, value } = documented[i] ?? {}
    const place =
      transaction.chainFormat === 'linear'
        ? {
            height: transaction.blockHeight,
            hash: transaction.blockHash,
            timestamp: transaction.timestamp,
          }
        : transaction.vertices[0]
    expect(place).toEqual({
      height: Number(blockNumber),
      hash: blockHash,
      timestamp: blockTimestamp,
    })
    const { txType, txHash, timestamp, assetCreated } = transaction
    expect(assetCreated !== undefined).toBe(txType === 'CreateAssetTx')
    if (assetCreated)
      expect(assetCreated).toMatchObject({ assetId: txHash, createdAtTimestamp: timestamp })
    expect(new Set(transaction.amountCreated)).toEqual(new Set(value))
  })
  const nfts = found
    .flatMap(({ emittedUtxos }) => emittedUtxos)
    .filter(({ utxoType }) => utxoType === 'nft transfer')
  expect(nfts.length).toBeGreaterThan(0)
  for (const { groupId, payload, asset } of nfts)
    expect([typeof groupId, typeof payload, asset.type]).toEqual(['number', 'string', 'nft'])
  const formats = found.map(({ chainFormat }) => chainFormat)
  const firstVertex = formats.indexOf('non-linear')
  expect(firstVertex).toBeGreaterThan(0)
  expect(new Set(formats.slice(0, firstVertex))).toEqual(new Set(['linear']))
  expect(new Set(formats.slice(firstVertex))).toEqual(new Set(['non-linear']))
})

test.each(networks)('%s: C-chain imports and exports', async (network) => {
  const url = path(network, 'c-chain')
  const documented = await list(url)
  const found = await wholeList<LiveCChainTransaction>(live, url, 'transactions')
  expect(found.map(({ txHash }) => txHash)).toEqual(documented.map(({ txHash }) => txHash))
  expect(found.length).toBeGreaterThan(0)
  found.forEach((transaction, i) => {
    const {
      consumedUtxos = [],
      emittedUtxos = [],
      blockNumber,
      sourceChain,
      destinationChain,
    } = documented[i] ?? {}
    const utxos =
      transaction.txType === 'ExportTx' ? transaction.emittedUtxos : transaction.consumedUtxos
    expect(utxos.map(({ utxoId }) => utxoId)).toEqual(
      [...consumedUtxos, ...emittedUtxos].map(({ utxoId }) => utxoId),
    )
    if (transaction.txType === 'ExportTx')
      for (const { credentials } of transaction.evmInputs)
        expect(credentials.map(({ signature }) => atob(signature).length)).toEqual([65])
    expect(transaction.blockHeight).toBe(Number(blockNumber))
    expect(transaction).toMatchObject({
      ...(sourceChain && { sourceChain }),
      ...(destinationChain && { destinationChain }),
    })
  })
})

test.each(networks)(
  '%s: the genesis of a chain has quantities as each dialect wants them',
  async (network) => {
    const withGenesis = async (from: Snowglobe) =>
      (await wholeList<PrimaryNetworkTransaction>(from, path(network, 'p-chain'), 'transactions'))
        .map(({ blockchainInfo }) => blockchainInfo?.genesisData)
        .filter((genesis) => genesis !== undefined)
    const documented = await withGenesis(server)
    expect(documented.length).toBeGreaterThan(0)
    expect(await withGenesis(live)).toEqual(
      documented.map((genesis) => ({
        ...genesis,
        airdropAmount: genesis.airdropAmount === undefined ? null : Number(genesis.airdropAmount),
        baseFeePerGas: genesis.baseFeePerGas === undefined ? null : Number(genesis.baseFeePerGas),
      })),
    )
  },
)

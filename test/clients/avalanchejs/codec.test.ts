import { createHash } from 'node:crypto'
import { avaxSerial, Utxo, utils } from '@avalabs/avalanchejs'
import { expect, inject, test } from 'vitest'
import { bytesOf } from '../support/containers.ts'
import { containerBytes } from '../support/node.ts'
import { known, type Network, networks } from '../support/world.ts'
import {
  atomicTransactions,
  innerBlock,
  platformTransactions,
  type TransactionRun,
} from './blocks.ts'

type Vm = Parameters<typeof utils.getManagerForVM>[0]

const codecVersion = Uint8Array.of(0, 0)
const codecOf = (vm: Vm) => utils.getManagerForVM(vm).getDefaultCodec()

const nftCredential = 14

/** Bytes that the client writes for the transaction that it read from `signed`. */
function write(vm: Vm, tx: avaxSerial.SignedTx, signed: Uint8Array): Buffer {
  // SignedTx.toBytes knows no CreateAssetTx and no OperationTx; the codec below it does.
  const codec = codecOf(vm)
  const unsigned = codec.PackPrefix(tx.unsignedTx)
  const bytes = Buffer.concat([unsigned, codec.PackPrefixList(tx.credentials)])
  let typeAt = unsigned.length + 7
  for (const credential of tx.credentials) {
    // The client reads the credential of an NFT, and writes it as one of a transfer.
    if (vm === 'AVM' && signed[typeAt] === nftCredential) bytes[typeAt] = nftCredential
    typeAt += 4 + credential.toBytes(codec).length
  }
  return bytes
}

/** Reads the transactions and checks that writing them gives the same bytes; their ids. */
function readAndWrite(vm: Vm, { count, bytes }: TransactionRun): string[] {
  const ids: string[] = []
  let rest = bytes
  for (let position = 0; position < count; position += 1) {
    const [tx, after] = avaxSerial.SignedTx.fromBytes(rest, codecOf(vm))
    const signed = rest.subarray(0, rest.length - after.length)
    expect(write(vm, tx, signed).equals(signed)).toBe(true)
    ids.push(idOf(Buffer.concat([codecVersion, signed])))
    rest = after
  }
  expect(rest).toHaveLength(0)
  return ids
}

const idOf = (bytes: Uint8Array) =>
  utils.base58check.encode(createHash('sha256').update(bytes).digest())

interface ListedTransaction {
  txHash: string
  consumedUtxos: ListedUtxo[]
  emittedUtxos: ListedUtxo[]
}

interface ListedUtxo {
  utxoId: string
  utxoBytes: string
}

/** Every transaction that the Data API shows for a chain. */
async function listTransactions(network: Network, chain: string): Promise<ListedTransaction[]> {
  const url = new URL(
    `/v1/networks/${network}/blockchains/${chain}/transactions?pageSize=100`,
    inject('servers').mainnet,
  )
  const all: ListedTransaction[] = []
  for (;;) {
    const response = await fetch(url)
    const page = (await response.json()) as {
      transactions: ListedTransaction[]
      nextPageToken?: string
    }
    all.push(...page.transactions)
    if (!page.nextPageToken) return all
    url.searchParams.set('pageToken', page.nextPageToken)
  }
}

const listIds = async (network: Network, chain: string) =>
  (await listTransactions(network, chain)).map(({ txHash }) => txHash).toSorted()

test.each(networks)('writes the P-chain transactions of %s as it read them', async (network) => {
  const containers = await containerBytes(network, '/ext/index/P/block')
  const ids = containers.flatMap((container) =>
    readAndWrite('PVM', platformTransactions(innerBlock(container))),
  )
  expect(ids.length).toBeGreaterThan(50)
  expect(ids.toSorted()).toEqual(await listIds(network, 'p-chain'))
})

test.each(networks)('writes the X-chain transactions of %s as it read them', async (network) => {
  const containers = await containerBytes(network, '/ext/index/X/tx')
  const ids = containers.flatMap((container) =>
    readAndWrite('AVM', { count: 1, bytes: container.subarray(2) }),
  )
  expect(ids.length).toBeGreaterThan(50)
  expect(ids.toSorted()).toEqual(await listIds(network, 'x-chain'))
})

test.each(networks)('writes the atomic transactions of %s as it read them', async (network) => {
  const cChainId = utils.base58check.decode(known[network].cChainId)
  const containers = await containerBytes(network, '/ext/index/C/block')
  const ids = containers.flatMap((container) =>
    readAndWrite('EVM', atomicTransactions(innerBlock(container), cChainId)),
  )
  expect(ids.length).toBeGreaterThan(3)
  expect(ids.toSorted()).toEqual(await listIds(network, 'c-chain'))
})

const chains = [
  ['p-chain', 'PVM'],
  ['x-chain', 'AVM'],
  ['c-chain', 'EVM'],
] as const
const cases = networks.flatMap((network) =>
  chains.map(([chain, vm]) => [network, chain, vm] as const),
)

test.each(cases)('writes the UTXOs of %s %s as it read them', async (network, chain, vm) => {
  const transactions = await listTransactions(network, chain)
  const utxos = transactions.flatMap(({ consumedUtxos, emittedUtxos }) => [
    ...consumedUtxos,
    ...emittedUtxos,
  ])
  expect(utxos.length).toBeGreaterThan(3)
  for (const { utxoId, utxoBytes } of utxos) {
    const bytes = bytesOf(utxoBytes)
    const utxo = utils.getManagerForVM(vm).unpack(bytes, Utxo)
    expect(utxo.ID()).toBe(utxoId)
    expect(Buffer.concat([codecVersion, utxo.toBytes(codecOf(vm))]).equals(bytes)).toBe(true)
  }
})

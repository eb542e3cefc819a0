import http from 'node:http'
import { type Hex, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Container } from '../../schemas/container-index.ts'
import type { MetricsValue } from '../../schemas/metrics/series.ts'
import { addressOf } from '../../src/formats/addresses.ts'
import { encodeCb58, fromHex, idOf, toCheckedHex, toHex } from '../../src/formats/ids.ts'
import { compareBytes, sortOutputs } from '../../src/formats/ordering.ts'
import { platformTransactions } from '../../src/formats/p-chain-transactions.ts'
import { ewoqKey, publicKeyOf } from '../../src/formats/secp256k1.ts'
import { exchangeTransactions } from '../../src/formats/x-chain-transactions.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { walkPages } from '../support/pages.ts'
import { rpc } from '../support/rpc.ts'
import { get, startServer } from '../support/server.ts'
import {
  base,
  call,
  chainIds,
  inputOf,
  issue,
  outputTo,
  type Spendable,
  signed,
  spendable,
  utxosOf,
  withChange,
} from './support/wallet.ts'

/** How many transactions of both clients: CLIENT_TRANSACTIONS=2000 for the long form. */
const count = Number(process.env.CLIENT_TRANSACTIONS ?? 120)
/** Each client issues as many on each of the three chains. */
const share = Math.ceil(count / 6)
const connections = 32

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0, indexEnabled: true })
})
afterAll(() => server.close())

/** A transaction that a client has issued. */
interface Issued {
  readonly chain: 'P' | 'X' | 'C'
  /** As its interface shows it. */
  readonly id: string
  readonly bytes: Uint8Array
}

interface Client {
  readonly key: Uint8Array
  readonly address: Uint8Array
  readonly account: ReturnType<typeof privateKeyToAccount>
  readonly agent: http.Agent
}

const clientOf = (key: Uint8Array): Client => ({
  key,
  address: addressOf(publicKeyOf(key)),
  account: privateKeyToAccount(toHex(key) as Hex),
  agent: new http.Agent({ keepAlive: true, maxSockets: connections }),
})
const clients = [0x21, 0x22].map((byte) => clientOf(new Uint8Array(32).fill(byte)))

const outputAmount = 10n ** 7n

/** Gives each client outputs of its own on a chain, and returns them by client. */
async function split(chain: 'P' | 'X'): Promise<Spendable[][]> {
  const [from] = spendable(await utxosOf(server, chain))
  if (!from) throw new Error('ewoq has AVAX')
  const outputs = sortOutputs(
    clients.flatMap(({ address }) =>
      Array.from({ length: share }, () => outputTo(outputAmount, address)),
    ),
  )
  const paid = outputAmount * BigInt(outputs.length)
  const tx = { type: 'BaseTx' as const, ...base(from, outputs) }
  const bytes =
    chain === 'P'
      ? signed(withChange(tx, paid))
      : exchangeTransactions.sign(
          {
            ...tx,
            blockchainId: chainIds.X,
            outputs: sortOutputs([...outputs, outputTo(from.amount - paid - 1_000_000n)]),
          },
          [[ewoqKey]],
        ).bytes
  const { error } = await issue(
    server,
    `/ext/bc/${chain}`,
    chain === 'P' ? 'platform' : 'avm',
    bytes,
  )
  expect(error).toBeUndefined()
  const made =
    chain === 'P'
      ? platformTransactions.decode(bytes).unsigned
      : exchangeTransactions.decode(bytes).unsigned
  if (made.type !== 'BaseTx') throw new Error('it was a BaseTx')
  return clients.map(({ address }) =>
    made.outputs.flatMap(({ assetId, output }, outputIndex) =>
      output.type === 'TransferOutput' &&
      output.amount === outputAmount &&
      output.addresses.some((each) => compareBytes(each, address) === 0)
        ? [{ txId: idOf(bytes), outputIndex, assetId, output, amount: output.amount }]
        : [],
    ),
  )
}

/** Pays far more than the price, which rises while many transactions share a second. */
const spendOnP = ({ key, address }: Client, from: Spendable): Uint8Array =>
  platformTransactions.sign({ type: 'BaseTx', ...base(from, [outputTo(5n, address)]) }, [[key]])
    .bytes

const spendOnX = ({ key, address }: Client, from: Spendable): Uint8Array => {
  const outputs = [outputTo(from.amount - 1_000_000n, address)]
  const tx = { ...base(from), blockchainId: chainIds.X, outputs, inputs: [inputOf(from)] }
  return exchangeTransactions.sign({ type: 'BaseTx', ...tx }, [[key]]).bytes
}

const transferOnC = async ({ account }: Client, nonce: number): Promise<Uint8Array> =>
  fromHex(
    await account.signTransaction({
      ...{ chainId: 43113, nonce, to: '0x00000000000000000000000000000000000000aa' as const },
      ...{ value: 1n, gas: 21_000n, gasPrice: 10n ** 11n },
    }),
  )

/** Issues over one of the client's connections and returns the id of the response. */
function send({ agent }: Client, { chain, bytes }: Issued): Promise<string> {
  const [path, method, params] = {
    P: ['/ext/bc/P', 'platform.issueTx', { tx: toCheckedHex(bytes) }],
    X: ['/ext/bc/X', 'avm.issueTx', { tx: toCheckedHex(bytes) }],
    C: ['/ext/bc/C/rpc', 'eth_sendRawTransaction', [toHex(bytes)]],
  }[chain]
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const request = http.request(
      { agent, hostname, port, method: 'POST', path: String(path), headers },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const { result, error } = JSON.parse(Buffer.concat(chunks).toString())
          if (error) reject(new Error(`${chain}: ${error.message}`))
          else resolve(typeof result === 'string' ? result : result.txID)
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

async function transactionsOf(client: Client, onP: Spendable[], onX: Spendable[]) {
  const nonce = Number(
    (
      await call(server, '/ext/bc/C/rpc', 'eth_getTransactionCount', [
        client.account.address,
        'latest',
      ])
    ).result,
  )
  const all: Issued[] = []
  for (let i = 0; i < share; i++) {
    const p = spendOnP(client, onP[i] as Spendable)
    const x = spendOnX(client, onX[i] as Spendable)
    const c = await transferOnC(client, nonce + i)
    all.push(
      { chain: 'P', bytes: p, id: encodeCb58(idOf(p)) },
      { chain: 'X', bytes: x, id: encodeCb58(idOf(x)) },
      { chain: 'C', bytes: c, id: keccak256(c) },
    )
  }
  return all
}

/** Returns the hex of all containers of an index after some. */
async function containersAfter(path: string, startIndex: number): Promise<string[]> {
  const all: string[] = []
  for (;;) {
    const { index } = await rpc<Container>(server, path, 'index.getLastAccepted')
    const from = startIndex + all.length
    if (from > Number(index)) return all
    const range = await rpc<Container[]>(server, path, 'index.getContainerRange', {
      ...{ startIndex: from, numToFetch: 512, encoding: 'hex' },
    })
    all.push(...range.map(({ bytes }) => bytes))
  }
}

const indexes = { P: '/ext/index/P/block', X: '/ext/index/X/tx', C: '/ext/index/C/block' } as const
const lastIndex = async (path: string) =>
  Number((await rpc<Container>(server, path, 'index.getLastAccepted')).index)

/** A block of the P-chain holds its transactions without their codec version. */
const hexInContainer = ({ chain, bytes }: Issued) => toHex(bytes).slice(chain === 'P' ? 6 : 2)

/** Returns the sum of the transactions of all hours. */
async function countOfMetrics(): Promise<number> {
  const url = '/v2/chains/43113/metrics/txCount?timeInterval=hour'
  const { items } = await walkPages<MetricsValue>(server, url, 'results', 2160)
  return items.reduce((sum, { value }) => sum + Number(value), 0)
}

test('two clients with 64 connections issue at once: all is there, once, nonces in order', async () => {
  await server.act([
    { do: 'export', from: 'ewoq', sourceChain: 'P', destinationChain: 'X', amount: '40' },
    { do: 'import', to: 'ewoq', sourceChain: 'P', destinationChain: 'X' },
    ...clients.map(({ account }) => ({
      ...{ do: 'fund' as const, to: account.address, chain: 'C', amount: '20' },
    })),
  ])
  const onP = await split('P')
  const onX = await split('X')
  await server.clock.advance('1h')
  const before = { P: 0, X: 0, C: 0, metrics: await countOfMetrics() }
  for (const chain of ['P', 'X', 'C'] as const)
    before[chain] = 1 + (await lastIndex(indexes[chain]))

  const issued: Issued[] = []
  for (const [i, client] of clients.entries())
    issued.push(...(await transactionsOf(client, onP[i] ?? [], onX[i] ?? [])))
  const half = issued.length / 2
  const ids = await Promise.all(
    issued.map((each, i) => send(clients[i < half ? 0 : 1] as Client, each)),
  )
  expect(ids).toEqual(issued.map(({ id }) => id))

  // The index has the bytes of each, once.
  for (const chain of ['P', 'X', 'C'] as const) {
    const containers = (await containersAfter(indexes[chain], before[chain])).join(' ')
    const missing = issued.filter(
      (each) => each.chain === chain && containers.split(hexInContainer(each)).length !== 2,
    )
    expect(missing.map(({ id }) => id)).toEqual([])
  }
  // The Data API has each, with its nonce.
  for (const { chain, id } of issued) {
    const url =
      chain === 'C'
        ? `/v1/chains/43113/transactions/${id}`
        : `/v1/networks/fuji/blockchains/${chain.toLowerCase()}-chain/transactions/${id}`
    const { body } = await get(server, url)
    expect(body).toMatchObject(
      chain === 'C' ? { nativeTransaction: { txHash: id } } : { txHash: id },
    )
  }
  for (const { account } of clients) {
    const places = []
    for (const { chain, id } of issued) {
      const tx =
        chain === 'C' &&
        (await call(server, '/ext/bc/C/rpc', 'eth_getTransactionByHash', [id])).result
      if (tx && tx.from === account.address.toLowerCase())
        places.push(Number(tx.blockNumber) * 10_000 + Number(tx.transactionIndex))
    }
    expect(places).toHaveLength(share)
    expect([...places].sort((a, b) => a - b)).toEqual(places)
  }
  // The Metrics API counts those of the C-chain, once their hour has ended.
  await server.clock.advance('1h')
  expect((await countOfMetrics()) - before.metrics).toBe(2 * share)
  const { rules } = await server.check()
  expect(rules.filter(({ violations }) => violations.length > 0)).toEqual([])
  for (const { agent } of clients) agent.destroy()
}, 3_600_000)

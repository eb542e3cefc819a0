import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeCb58, fromHex, idOf, toHex } from '../../src/formats/ids.ts'
import { sortOutputs } from '../../src/formats/ordering.ts'
import { platformTransactions } from '../../src/formats/p-chain-transactions.ts'
import { ewoqKey } from '../../src/formats/secp256k1.ts'
import {
  type ExchangeTransaction,
  exchangeTransactions,
} from '../../src/formats/x-chain-transactions.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { monotonicMs } from '../../src/time/clock.ts'
import { startServer } from '../support/server.ts'
import {
  base,
  call,
  chainIds,
  ewoq,
  ewoqText,
  inputOf,
  issue,
  outputTo,
  type Response,
  type Spendable,
  signed,
  spendable,
  utxosOf,
  withChange,
} from './support/wallet.ts'

/** How many transactions: WALLET_TRANSACTIONS=10000 for the long form. */
const count = Number(process.env.WALLET_TRANSACTIONS ?? 120)
/** After how many transactions the long form tells how far it is. */
const tellEach = 500

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-random-'))
const dataDir = join(folder, 'data')

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0, dataDir })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** A small generator of the test's own (mulberry32), so that it draws nothing from the world. */
function drawing(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
const draw = drawing(26)
const oneOf = <Item>(items: readonly Item[]): Item => items[draw(items.length)] as Item

/** A transaction of a ledger. */
interface Drawn {
  readonly bytes: Uint8Array
  /** Records it as accepted. */
  record(): void
}

/** State of a chain as the test itself tracks it. */
interface Ledger {
  /** Returns a valid transaction, or one that is broken in one place. */
  next(isBroken: boolean): Promise<Drawn>
  issue(bytes: Uint8Array): Promise<Response>
  /** Compares it with the chain. */
  compare(): Promise<void>
}

const transferOf = (from: Spendable, amount: bigint, price: bigint) =>
  withChange({ type: 'BaseTx', ...base(from, [outputTo(amount)]) }, amount, price)

type Transfer = ReturnType<typeof transferOf>

/** Differences between the P- and the X-chain. */
interface Exchanging {
  readonly chain: 'P' | 'X'
  readonly service: 'platform' | 'avm'
  transfer(from: Spendable, amount: bigint): Promise<Transfer>
  sign(tx: Transfer): Uint8Array
  /** Encodes without credentials. */
  encode(tx: Transfer): Uint8Array
  /** Records what an accepted transaction makes beside its outputs. */
  record?(tx: Transfer, id: Uint8Array): void
  /** Compares that with the chain. */
  compare?(): Promise<void>
}

/** An asset of the X-chain, its right to mint and the units that the member has. */
interface Asset {
  readonly id: Uint8Array
  right: { readonly txId: Uint8Array; readonly outputIndex: number }
  units: bigint
}
const assets: Asset[] = []

const owners = { locktime: 0n, threshold: 1, addresses: [ewoq] }

const baseOnX = (from: Spendable, fee: bigint) => ({
  ...base(from),
  blockchainId: chainIds.X,
  outputs: [outputTo(from.amount - fee)],
  inputs: [inputOf(from)],
})

const creationFrom = (from: Spendable): ExchangeTransaction => ({
  type: 'CreateAssetTx',
  ...baseOnX(from, 10_000_000n),
  ...{ name: 'Random', symbol: 'RND', denomination: 0 },
  initialStates: [
    {
      fxIndex: 0,
      outputs: [
        { type: 'MintOutput', ...owners },
        { type: 'TransferOutput', amount: 1n, ...owners },
      ],
    },
  ],
})

const mintFrom = (from: Spendable, asset: Asset, amount: bigint): ExchangeTransaction => ({
  type: 'OperationTx',
  ...baseOnX(from, 1_000_000n),
  operations: [
    {
      assetId: asset.id,
      utxos: [asset.right],
      operation: {
        ...{ type: 'MintOperation', input: { signatureIndices: [0] } },
        ...{ mintOutput: owners, transferOutput: { amount, ...owners } },
      },
    },
  ],
})

const asExchange = (tx: unknown) => tx as ExchangeTransaction

const onP: Exchanging = {
  chain: 'P',
  service: 'platform',
  async transfer(from, amount) {
    // The price rises while a frozen clock lets many transactions into a second.
    const { result } = await call(server, '/ext/bc/P', 'platform.getFeeState')
    return transferOf(from, amount, BigInt(result.price))
  },
  sign: signed,
  encode: (unsigned) => platformTransactions.encode({ unsigned, credentials: [] }),
}

const onX: Exchanging = {
  chain: 'X',
  service: 'avm',
  async transfer(from, amount) {
    const kind = draw(4)
    const asset = assets.length > 0 ? oneOf(assets) : undefined
    if (kind === 0) return creationFrom(from) as unknown as Transfer
    if (kind === 1 && asset) return mintFrom(from, asset, amount) as unknown as Transfer
    const outputs = sortOutputs([outputTo(amount), outputTo(from.amount - amount - 1_000_000n)])
    return { type: 'BaseTx', ...baseOnX(from, 0n), outputs }
  },
  sign(tx) {
    const slots = exchangeTransactions.credentialSlots(asExchange(tx))
    return exchangeTransactions.sign(
      asExchange(tx),
      slots.map(() => [ewoqKey]),
    ).bytes
  },
  encode: (tx) => exchangeTransactions.encode({ unsigned: asExchange(tx), credentials: [] }),
  record(given, id) {
    const tx = asExchange(given)
    const right = { txId: id, outputIndex: tx.outputs.length }
    if (tx.type === 'CreateAssetTx') assets.push({ id, right, units: 1n })
    if (tx.type !== 'OperationTx') return
    for (const { assetId, operation } of tx.operations) {
      const asset = assets.find((each) => toHex(each.id) === toHex(assetId))
      if (!asset || operation.type !== 'MintOperation') throw new Error('only mints are drawn')
      asset.right = right
      asset.units += operation.transferOutput.amount
    }
  },
  async compare() {
    for (const { id, units } of assets) {
      const params = { address: `X-${ewoqText}`, assetID: encodeCb58(id) }
      const { result } = await call(server, '/ext/bc/X', 'avm.getBalance', params)
      expect(result.balance).toBe(String(units))
    }
  },
}

/** Ways to break a valid transfer in one place; none of the results may be accepted. */
const breaks: readonly ((tx: Transfer, from: Spendable, on: Exchanging) => Uint8Array)[] = [
  (tx, _, { sign }) => sign({ ...tx, networkId: 1 }),
  (tx, _, { sign }) => sign({ ...tx, blockchainId: chainIds.C }),
  (tx, _, { sign }) => sign({ ...tx, memo: new Uint8Array(257) }),
  (tx, _, { encode }) => encode({ ...tx, inputs: [...tx.inputs, ...tx.inputs] }),
  (tx, _, { sign }) => sign({ ...tx, outputs: [outputTo(2n), outputTo(1n)] }),
  (tx, _, { sign }) => sign({ ...tx, outputs: [...tx.outputs, ...tx.outputs] }),
  (tx, from, { sign }) => sign({ ...tx, inputs: [inputOf({ ...from, amount: from.amount + 1n })] }),
  (tx, from, { sign }) => sign({ ...tx, inputs: [inputOf({ ...from, txId: new Uint8Array(32) })] }),
  (tx, from, { sign }) => sign({ ...tx, inputs: [inputOf({ ...from, assetId: chainIds.X })] }),
  (tx, from, { sign }) => sign({ ...tx, outputs: [outputTo(from.amount)] }),
  (tx, _, { sign }) => sign(tx).subarray(0, -1),
  (tx, _, { sign }) => Uint8Array.of(...sign(tx), 0),
  (tx, _, { encode }) => encode(tx),
  (tx, _, { sign }) => {
    const bytes = sign(tx)
    // The last byte of the amount of the first output: the signature no longer fits.
    bytes[89] = (bytes[89] ?? 0) ^ 1
    return bytes
  },
]

/** Creates the ledger of the member's outputs on the P- or X-chain. */
async function ledgerOfOutputs(on: Exchanging): Promise<Ledger> {
  const { chain, service } = on
  const unspent = new Map<string, Spendable>()
  const keyOf = ({ txId, outputIndex }: Pick<Spendable, 'txId' | 'outputIndex'>) =>
    `${toHex(txId)} ${outputIndex}`
  for (const each of spendable(await utxosOf(server, chain))) unspent.set(keyOf(each), each)
  return {
    async next(isBroken) {
      const from = oneOf([...unspent.values()].filter(({ amount }) => amount > 10n ** 7n))
      const tx = await on.transfer(from, 1n + BigInt(draw(5_000_000)))
      const bytes = isBroken ? oneOf(breaks)(tx, from, on) : on.sign(tx)
      return {
        bytes,
        record() {
          unspent.delete(keyOf(from))
          for (const [outputIndex, { assetId, output }] of tx.outputs.entries()) {
            if (output.type !== 'TransferOutput') throw new Error('only transfers are drawn')
            const made = { txId: idOf(bytes), outputIndex, assetId, output }
            unspent.set(keyOf(made), { ...made, amount: output.amount })
          }
          on.record?.(tx, idOf(bytes))
        },
      }
    },
    issue: (bytes) => issue(server, `/ext/bc/${chain}`, service, bytes),
    async compare() {
      const left = spendable(await utxosOf(server, chain)).map(keyOf)
      expect(left.sort()).toEqual([...unspent.keys()].sort())
      await on.compare?.()
    },
  }
}

const member = privateKeyToAccount(toHex(ewoqKey) as Hex)
const recipients = ['aa', 'bb', 'cc'].map((end) => `0x${'0'.repeat(38)}${end}` as const)

/** Creates the ledger of the member's account on the C-chain, and of those that it pays. */
async function ledgerOfAccounts(): Promise<Ledger> {
  const read = async (method: string, ...params: unknown[]) =>
    BigInt((await call(server, '/ext/bc/C/rpc', method, params)).result)
  const balances = new Map<string, bigint>()
  for (const to of recipients) balances.set(to, await read('eth_getBalance', to, 'latest'))
  let nonce = Number(await read('eth_getTransactionCount', member.address, 'latest'))
  /** A payment with the nonce after the next one, which waits in the pool. */
  let waiting: { readonly to: string; readonly value: bigint } | undefined
  const pay = (to: string, value: bigint) => {
    balances.set(to, (balances.get(to) ?? 0n) + value)
    nonce++
  }
  return {
    async next(isBroken) {
      const to = oneOf(recipients)
      const value = BigInt(draw(10 ** 9))
      const isEarly = !isBroken && !waiting && draw(4) === 0
      // The price may rise while a payment waits.
      const gasPrice = (isEarly ? 40n : 2n) * (await read('eth_gasPrice'))
      const own = isEarly ? nonce + 1 : nonce
      const tx = { chainId: 43113, nonce: own, to, value, gas: 21_000n, gasPrice }
      const broken = [
        { nonce: nonce - 1 },
        { chainId: 43114 },
        { value: 10n ** 30n },
        { gas: 20_999n },
        { gas: 10n ** 12n },
        { gasPrice: 0n },
        { gasPrice: 10n ** 17n },
        // Each needs a little more gas before its execution.
        { data: '0x00' as Hex, gas: 21_003n },
        { to: null, data: '0x00' as Hex, gas: 53_005n },
      ]
      const signedTx = fromHex(
        await member.signTransaction({ ...tx, ...(isBroken && oneOf(broken)) }),
      )
      return {
        bytes: signedTx,
        record() {
          if (isEarly) {
            waiting = { to, value }
            return
          }
          pay(to, value)
          if (waiting) pay(waiting.to, waiting.value)
          waiting = undefined
        },
      }
    },
    async issue(bytes) {
      return call(server, '/ext/bc/C/rpc', 'eth_sendRawTransaction', [toHex(bytes)])
    },
    async compare() {
      for (const to of recipients)
        expect(await read('eth_getBalance', to, 'latest')).toBe(balances.get(to))
      expect(await read('eth_getTransactionCount', member.address, 'latest')).toBe(BigInt(nonce))
    },
  }
}

/** Path of the main world's file. */
const worldPath = () => {
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  return join(dataDir, names.find((name) => name.endsWith('world.sqlite')) ?? '')
}

test(
  'random transactions are accepted and refused as ledgers of the test say',
  async () => {
    // It also creates the world's file.
    await server.act([
      { do: 'export', from: 'ewoq', sourceChain: 'P', destinationChain: 'X', amount: '40' },
      { do: 'import', to: 'ewoq', sourceChain: 'P', destinationChain: 'X' },
    ])
    const [p, x, c] = [
      await ledgerOfOutputs(onP),
      await ledgerOfOutputs(onX),
      await ledgerOfAccounts(),
    ]
    const file = new Database(worldPath(), { readonly: true })
    /** State that a refusal leaves: each commit to the file changes its version. */
    const stateOf = async () => {
      const { id, head, now, chains } = (await server.inject('/_admin/world')).json()
      return JSON.stringify({ id, head, now, chains, version: file.pragma('data_version') })
    }
    /** Digest of every byte of the world's files. */
    const bytesOfFiles = () => {
      const digest = createHash('sha256')
      for (const path of [worldPath(), `${worldPath()}-wal`])
        if (existsSync(path)) digest.update(readFileSync(path))
      return digest.digest('hex')
    }
    let [accepted, refused] = [0, 0]
    const began = monotonicMs()
    for (let i = 0; i < count; i++) {
      if (i > 0 && i % tellEach === 0) {
        const seconds = Math.round((monotonicMs() - began) / 1000)
        process.stdout.write(`${i} of ${count} transactions, ${seconds} s\n`)
      }
      const ledger = oneOf([p, p, p, p, x, x, c, c])
      const isBroken = draw(2) === 0
      const { bytes, record } = await ledger.next(isBroken)
      const before = isBroken ? await stateOf() : ''
      const bytesBefore = isBroken && refused % 20 === 0 ? bytesOfFiles() : undefined
      const { result, error } = await ledger.issue(bytes)
      if (isBroken) {
        expect(error, `transaction ${i}: ${toHex(bytes)}`).toHaveProperty('message')
        expect(await stateOf()).toBe(before)
        if (bytesBefore !== undefined) expect(bytesOfFiles()).toBe(bytesBefore)
        refused++
        continue
      }
      expect(error, `transaction ${i}`).toBeUndefined()
      expect(result).toBeDefined()
      accepted++
      record()
    }
    file.close()
    expect(accepted).toBeGreaterThan(count / 4)
    expect(refused).toBeGreaterThan(count / 4)
    expect(assets.length).toBeGreaterThan(0)
    expect(assets.some(({ units }) => units > 1n)).toBe(true)
    for (const ledger of [p, x, c]) await ledger.compare()
    const { rules } = await server.check()
    expect(rules.filter(({ violations }) => violations.length > 0)).toEqual([])
  },
  600_000 + 1_000 * count,
)

import { afterAll, beforeAll, expect, test } from 'vitest'
import { idOf, toHex } from '../../src/formats/ids.ts'
import { platformTransactions } from '../../src/formats/p-chain-transactions.ts'
import { platformUtxos } from '../../src/formats/utxos.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import {
  base,
  call,
  chainIds,
  issue,
  outputTo,
  type Spendable,
  signed,
  spendable,
  utxosOf,
  withChange,
} from './support/wallet.ts'

/** How many transactions: WALLET_TRANSACTIONS=10000 for the long form. */
const count = Number(process.env.WALLET_TRANSACTIONS ?? 120)

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
})
afterAll(() => server.close())

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

type Transfer = ReturnType<typeof transferOf>

const transferOf = (from: Spendable, amount: bigint, price: bigint) =>
  withChange({ type: 'BaseTx', ...base(from, [outputTo(amount)]) }, amount, price)

/** Ways to break a valid transfer in one place; none of the results may be accepted. */
const breaks: readonly ((tx: Transfer, from: Spendable) => Uint8Array)[] = [
  (tx) => signed({ ...tx, networkId: 1 }),
  (tx) => signed({ ...tx, blockchainId: chainIds.C }),
  (tx) => signed({ ...tx, memo: Uint8Array.of(7) }),
  (tx) => signed({ ...tx, inputs: [...tx.inputs, ...tx.inputs] }),
  (tx) => signed({ ...tx, outputs: [...tx.outputs].reverse() }),
  (tx) => signed({ ...tx, outputs: [...tx.outputs, ...tx.outputs] }),
  (_, from) => signed({ type: 'BaseTx', ...base({ ...from, amount: from.amount + 1n }, []) }),
  (_, from) => signed({ type: 'BaseTx', ...base({ ...from, txId: new Uint8Array(32) }, []) }),
  (_, from) => signed({ type: 'BaseTx', ...base({ ...from, assetId: chainIds.X }, []) }),
  (_, from) => signed({ type: 'BaseTx', ...base(from, [outputTo(from.amount)]) }),
  (tx) => signed(tx).subarray(0, -1),
  (tx) => Uint8Array.of(...signed(tx), 0),
  (tx) => platformTransactions.encode({ unsigned: tx, credentials: [] }),
  (tx) => {
    const bytes = signed(tx)
    // A bit of the amount of an output: the signature no longer fits.
    bytes[90] = (bytes[90] ?? 0) ^ 1
    return bytes
  },
]

test('random transactions are accepted and refused as a ledger of the test says', async () => {
  const draw = drawing(26)
  const unspent = new Map<string, Spendable>()
  const keyOf = ({ txId, outputIndex }: Pick<Spendable, 'txId' | 'outputIndex'>) =>
    `${toHex(txId)} ${outputIndex}`
  for (const each of spendable(await utxosOf(server))) unspent.set(keyOf(each), each)
  const stateOf = async () => {
    const { id, head, chains } = (await server.inject('/_admin/world')).json()
    return JSON.stringify({ id, head, chains })
  }
  let accepted = 0
  for (let i = 0; i < count; i++) {
    const candidates = [...unspent.values()].filter(({ amount }) => amount > 10n ** 7n)
    const from = candidates[draw(candidates.length)]
    if (!from) throw new Error('the ledger has something left')
    // The price rises while a frozen clock lets many transactions into a second.
    const fees = await call(server, '/ext/bc/P', 'platform.getFeeState')
    const tx = transferOf(from, 1n + BigInt(draw(5_000_000)), BigInt(fees.result.price))
    const isBroken = draw(2) === 0
    const breaking = breaks[draw(breaks.length)]
    const bytes = isBroken && breaking ? breaking(tx, from) : signed(tx)
    const before = isBroken ? await stateOf() : ''
    const { result, error } = await issue(server, '/ext/bc/P', 'platform', bytes)
    if (isBroken) {
      expect(error, `transaction ${i}`).toHaveProperty('message')
      expect(await stateOf()).toBe(before)
      continue
    }
    expect(error).toBeUndefined()
    expect(result.txID).toBeDefined()
    accepted++
    unspent.delete(keyOf(from))
    const made = platformUtxos({ id: idOf(bytes), unsigned: tx }).map((utxo) => ({
      ...utxo,
      amount: utxo.output.type === 'TransferOutput' ? utxo.output.amount : 0n,
    }))
    for (const each of made) unspent.set(keyOf(each), each)
  }
  expect(accepted).toBeGreaterThan(count / 4)
  const left = spendable(await utxosOf(server)).map(keyOf)
  expect(left.sort()).toEqual([...unspent.keys()].sort())
  const { rules } = await server.check()
  expect(rules.filter(({ violations }) => violations.length > 0)).toEqual([])
}, 3_600_000)

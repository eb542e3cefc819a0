import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { ewoqKey } from '../../../src/formats/secp256k1.ts'
import { utxoId } from '../../../src/formats/utxos.ts'
import { Keyring } from '../../../src/simulator/accounts/keyring.ts'
import { openWallets } from '../../../src/simulator/accounts/wallets.ts'
import { timestampText } from '../../../src/simulator/primary/containers.ts'
import { factsOf } from '../../../src/simulator/primary/facts.ts'
import { createIdText } from '../../../src/simulator/primary/id-text.ts'
import { balanceOf, fund } from '../../../src/simulator/primary/utxos/funding.ts'
import type {
  MadeUtxo,
  StakePeriod,
  UtxoPlace,
} from '../../../src/simulator/primary/utxos/held-utxo.ts'
import { createCast, outputOwners, solo } from '../../../src/simulator/primary/utxos/parties.ts'
import { UtxoRows } from '../../../src/simulator/primary/utxos/utxo-rows.ts'
import { DraftedUtxos, UtxoSet } from '../../../src/simulator/primary/utxos/utxo-set.ts'
import { tables } from '../../../src/store/tables.ts'
import { worldStoreOver } from '../../../src/store/world-store.ts'

/** A store that is thrown away, and sets of unspent outputs over it. */
function openStore() {
  const db = new Database(':memory:')
  db.exec('PRAGMA foreign_keys = OFF')
  db.exec(tables)
  const store = worldStoreOver(db)
  return { store, openSet: () => new UtxoSet(new UtxoRows('fuji', createIdText('fuji'), store)) }
}

const now = 1_768_435_200
const avaxId = new Uint8Array(32).fill(7)
const wallets = openWallets([
  { name: 'ewoq', privateKey: Buffer.from(ewoqKey).toString('hex') },
  { name: 'alice' },
])
const cast = createCast(new Keyring(openStore().store, 'parts', wallets), createIdText('avax'))

function held(
  number: number,
  amount: bigint,
  locktime = 0,
  stake?: StakePeriod,
): MadeUtxo & UtxoPlace {
  const txId = new Uint8Array(32).fill(number)
  return {
    txId,
    outputIndex: 0,
    assetId: avaxId,
    output: {
      type: 'TransferOutput',
      amount,
      ...outputOwners(solo(cast.wallet('ewoq')), locktime),
    },
    createdOn: 'P',
    consumedOn: 'P',
    stake,
    seq: number,
    id: utxoId(txId, 0),
    emittedBy: null,
    createdBlock: '0',
    createdAt: 0,
  }
}

test('relative times are read from the upgrades of their network', () => {
  const mainnet = factsOf('mainnet', now)
  expect(mainnet.secondsOf('now')).toBe(now)
  expect(mainnet.secondsOf('now-3d')).toBe(now - 259_200)
  expect(mainnet.secondsOf('genesis+12d')).toBe(1_599_696_000 + 1_036_800)
  expect(mainnet.secondsOf('banff+2h')).toBe(1_666_108_800 + 7200)
  expect(factsOf('fuji', now).secondsOf('banff-30m')).toBe(1_664_805_600 - 1800)
  expect(mainnet.secondsOf('apricotPhase5')).toBe(1_638_468_000)
})

test('times of acceptance drop trailing zeros, as Go writes them', () => {
  const whole = BigInt(now) * 1_000_000_000n
  expect(timestampText(whole)).toBe('2026-01-15T00:00:00Z')
  expect(timestampText(whole + 120_000_000n)).toBe('2026-01-15T00:00:00.12Z')
  expect(timestampText(whole + 1n)).toBe('2026-01-15T00:00:00.000000001Z')
})

test('locked and staked outputs are no balance until their time comes', () => {
  const { openSet } = openStore()
  const utxos = openSet()
  const staked = held(3, 400n, 0, { start: 0, end: 50 })
  for (const utxo of [held(1, 100n), held(2, 20n, 60), staked]) utxos.add(utxo, utxo)
  const balance = (time: number) =>
    balanceOf(utxos, { chain: 'P', payer: solo(cast.wallet('ewoq')), time }, avaxId)
  expect([balance(10), balance(59), balance(60)]).toEqual([100n, 100n, 120n])
  utxos.release(staked.id)
  expect(balance(60)).toBe(520n)
})

test('funding takes the oldest outputs, pays the fee and gives change', () => {
  const utxos = openStore().openSet()
  for (const utxo of [held(5, 100n), held(7, 50n), held(9, 500n)]) utxos.add(utxo, utxo)
  const request = {
    chain: 'P',
    payer: solo(cast.wallet('ewoq')),
    time: 10,
    needs: [{ assetId: avaxId, amount: 110n }],
    feeOf: (tx: { inputs: number; order: number[]; change: bigint[] }) => BigInt(10 * tx.inputs),
    assemble: (spent: readonly UtxoPlace[], change: readonly { output: { amount: bigint } }[]) => ({
      inputs: spent.length,
      order: spent.map(({ seq }) => seq),
      change: change.map(({ output }) => output.amount),
    }),
  } as const
  const drafts = new DraftedUtxos(utxos)
  const { tx, keys } = fund({ utxos: drafts, cast, avaxId }, request)
  expect(tx).toEqual({ inputs: 2, order: [5, 7], change: [20n] })
  expect(keys).toEqual([[ewoqKey], [ewoqKey]])
  // The next draft of the block finds what is left, and drafts of another block find everything.
  expect(fund({ utxos: drafts, cast, avaxId }, request).tx.order).toEqual([9])
  expect(fund({ utxos: new DraftedUtxos(utxos), cast, avaxId }, request).tx.order).toEqual([5, 7])
  expect(() => fund({ utxos: drafts, cast, avaxId }, { ...request, time: -1 })).toThrow(
    /^ewoq has 0 AVAX on the P-chain at \S+, but 0.00000011 are needed$/,
  )
})

test('unspent outputs are read back from the rows, and those that are spent are not', () => {
  const { openSet } = openStore()
  const before = openSet()
  const query = {
    createdOn: 'P',
    consumedOn: 'P',
    party: solo(cast.wallet('ewoq')),
    assetId: avaxId,
  } as const
  const all = [held(1, 100n), held(2, 20n, 60), held(3, 400n), held(4, 5n, 0, { start: 0, end: 9 })]
  const [first, second, third] = all.map((utxo) => before.add(utxo, utxo))
  expect(before.find(query)).toEqual([first, second, third])
  before.spend(openSet().get(held(1, 100n).id), {
    seq: 8,
    txId: 'spender',
    position: 0,
    height: 2,
    blockId: 'block',
    time: 7,
  })
  expect(before.find(query)).toEqual([second, third])
  expect(openSet().find(query)).toEqual([second, third])
  expect(() => openSet().get(held(1, 100n).id)).toThrow('does not exist or is spent')
})

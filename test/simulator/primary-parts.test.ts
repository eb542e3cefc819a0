import { expect, test } from 'vitest'
import { ewoqKey } from '../../src/formats/secp256k1.ts'
import { utxoId } from '../../src/formats/utxos.ts'
import { timestampText } from '../../src/simulator/primary/containers.ts'
import { factsOf } from '../../src/simulator/primary/facts.ts'
import { balanceOf, fund } from '../../src/simulator/primary/funding.ts'
import { createCast, outputOwners, solo } from '../../src/simulator/primary/parties.ts'
import { type HeldUtxo, UtxoSet } from '../../src/simulator/primary/utxo-set.ts'
import { openWallets } from '../../src/simulator/wallets.ts'

const now = 1_768_435_200
const avaxId = new Uint8Array(32).fill(7)
const wallets = openWallets([
  { name: 'ewoq', privateKey: Buffer.from(ewoqKey).toString('hex') },
  { name: 'alice' },
])
const cast = createCast(wallets)

function held(number: number, amount: bigint, locktime = 0, stake?: HeldUtxo['stake']): HeldUtxo {
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
    ...(stake && { stake }),
    seq: number,
    id: utxoId(txId, 0),
    emittedBy: null,
    createdBlock: '0',
    createdAt: 0,
  }
}

test('moments are read from the upgrades of their network', () => {
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
  const utxos = new UtxoSet()
  const staked = held(3, 400n, 0, { start: 0, end: 50 })
  for (const utxo of [held(1, 100n), held(2, 20n, 60), staked]) utxos.add(utxo)
  const balance = (time: number) =>
    balanceOf(utxos, { chain: 'P', payer: solo(cast.wallet('ewoq')), time }, avaxId)
  expect([balance(10), balance(59), balance(60)]).toEqual([100n, 100n, 120n])
  utxos.release(staked.id)
  expect(balance(60)).toBe(520n)
})

test('funding takes the oldest outputs, pays the fee and gives change', () => {
  const utxos = new UtxoSet()
  for (const utxo of [held(9, 100n), held(5, 50n), held(7, 500n)]) utxos.add(utxo)
  const request = {
    chain: 'P',
    payer: solo(cast.wallet('ewoq')),
    time: 10,
    needs: [{ assetId: avaxId, amount: 110n }],
    feeOf: (tx: { inputs: number }) => BigInt(10 * tx.inputs),
    assemble: (spent: readonly HeldUtxo[], change: readonly { output: { amount: bigint } }[]) => ({
      inputs: spent.length,
      order: spent.map(({ seq }) => seq),
      change: change.map(({ output }) => output.amount),
    }),
  } as const
  const { tx, keys } = fund({ utxos, cast, avaxId }, request)
  // Sorted by transaction id, whatever their age.
  expect(tx).toEqual({ inputs: 2, order: [5, 9], change: [20n] })
  expect(keys).toEqual([[ewoqKey], [ewoqKey]])
  expect(() => fund({ utxos, cast, avaxId }, { ...request, time: -1 })).toThrow(
    'ewoq have 0 of 110 on the P-chain',
  )
})

test('an output that is gone cannot be taken again', () => {
  const utxos = new UtxoSet()
  const utxo = held(1, 100n)
  utxos.add(utxo)
  utxos.take(utxo)
  expect(() => utxos.take(utxo)).toThrow('spent twice')
  expect([...utxos.all()]).toEqual([])
})

import { expect, test } from 'vitest'
import {
  AtomicTransaction,
  atomicTransactions,
} from '../../src/formats/c-chain-atomic-transactions.ts'
import { encodeCb58, fromHex, parseId } from '../../src/formats/ids.ts'
import { ewoqKey, parsePrivateKey, publicKeyOf } from '../../src/formats/secp256k1.ts'
import { expectRoundTrips, expectSafeDecoding } from './support/schema-properties.ts'
import { typeIdsOf, variantsOf } from './support/type-tables.ts'

// From the node's own unit tests.
const importHex =
  '00000000000000003039c85fc1980a77c5da78fe5486233fc09a769bb812bcb2cc548cf9495d046b3f1bd891ad56056d9c01f18f43f58b5c784ad07a4a49cf3d1f11623804b5cba2c6bf000000028a0f7c3e4d840143671a4c4ecacccb4d60fb97dce97a7aa5d60dfd072a7509cf00000001dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db0000000500002d79883d20000000000100000000e0d5c4edc78f594b79025a56c44933c28e8ba3e51e6e23318727eeaac10eb27d00000001dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db0000000500002d79883d20000000000100000000000000016dc8ea73dd39ab12fa2ecbc3427abaeb87d56fd800005af3107a4000dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db0000000200000009000000010d9f115cd63c3ab78b5b82cfbe4339cd6be87f21cda14cf192b269c7a6cb2d03666aa8f8b23ca0a2ceee4050e75c9b05525a17aa1dd0e9ea391a185ce395943f0000000009000000010d9f115cd63c3ab78b5b82cfbe4339cd6be87f21cda14cf192b269c7a6cb2d03666aa8f8b23ca0a2ceee4050e75c9b05525a17aa1dd0e9ea391a185ce395943f00'

test("the node's ImportTx decodes, encodes to its bytes, and has its id", () => {
  const bytes = fromHex(importHex)
  const transaction = atomicTransactions.decode(bytes)
  expect(encodeCb58(transaction.id)).toBe('2sinVZEYcHtHgDgjgRFcstats5f17PeWey3uY7agqoD6hD6ejz')
  expect(atomicTransactions.encode(transaction)).toEqual(bytes)
  expect(transaction.unsigned).toMatchObject({
    type: 'ImportTx',
    networkId: 12345,
    outputs: [{ amount: 100_000_000_000_000n }],
  })
})

test('each input of either side is signed for itself', () => {
  const { unsigned } = atomicTransactions.decode(fromHex(importHex))
  if (unsigned.type !== 'ImportTx') throw new Error('the vector is an ImportTx')
  const other = parsePrivateKey('PrivateKey-vmRQiZeXEXYMyJhEiqdC2z5JhuDbxL8ix9UVvjgMu2Er1NepE')
  const publicKeys = [[publicKeyOf(ewoqKey)], [publicKeyOf(other)]]
  const imported = atomicTransactions.sign(unsigned, [[ewoqKey], [other]])
  expect(atomicTransactions.recoverSigners(imported)).toEqual(publicKeys)

  const account = { address: new Uint8Array(20), amount: 1n, assetId: unsigned.blockchainId }
  const exported = atomicTransactions.sign(
    {
      type: 'ExportTx',
      networkId: 1,
      blockchainId: unsigned.blockchainId,
      destinationChain: parseId('11111111111111111111111111111111LpoYY'),
      inputs: [
        { ...account, nonce: 0n },
        { ...account, nonce: 1n },
      ],
      exportedOutputs: [],
    },
    [[ewoqKey], [other]],
  )
  expect(atomicTransactions.recoverSigners(exported)).toEqual(publicKeys)
})

test('type ids are those of the node', () => {
  expect(typeIdsOf(AtomicTransaction)).toEqual({ ImportTx: 0, ExportTx: 1 })
})

test.each(variantsOf(AtomicTransaction))('%s round-trips', (_name, schema) => {
  expectRoundTrips(schema)
})

test('signed transactions round-trip, and damaged ones give a FormatError at most', () => {
  expectRoundTrips(atomicTransactions.signed)
  expectSafeDecoding(atomicTransactions.signed, 150)
})

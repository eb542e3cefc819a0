import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encode } from '../../src/formats/codec.ts'
import { toHex } from '../../src/formats/ids.ts'
import {
  compareBytes,
  sortAddresses,
  sortByAddress,
  sortByEncoding,
  sortInputs,
  sortOutputs,
} from '../../src/formats/ordering.ts'
import { Output } from '../../src/formats/utxos.ts'
import { arbitraryOf } from './support/arbitrary.ts'

const few = (length: number) => fc.uint8Array({ minLength: length, maxLength: length, max: 1 })

/** Sorting by text of equal length is an independent statement of the order of bytes. */
const ascends = (texts: string[]) => expect(texts).toEqual([...texts].sort())

test('outputs ascend by asset, then by type id and bytes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ assetId: few(32), output: arbitraryOf(Output) })),
      (outputs) => {
        const keys = outputs.map(
          ({ assetId, output }) => toHex(assetId) + toHex(encode(Output, output)),
        )
        const sorted = sortOutputs(outputs)
        expect(
          sorted.map(({ assetId, output }) => toHex(assetId) + toHex(encode(Output, output))),
        ).toEqual(keys.sort())
      },
    ),
  )
})

test('a transfer output sorts before a locked one of a smaller amount', () => {
  const assetId = new Uint8Array(32)
  const owners = { locktime: 0n, threshold: 1, addresses: [] }
  const transfer = { type: 'TransferOutput', amount: 9n, ...owners } as const
  const locked = {
    type: 'StakeableLockOutput',
    locktime: 0n,
    output: { ...transfer, amount: 1n },
  } as const
  expect(
    sortOutputs([
      { assetId, output: locked },
      { assetId, output: transfer },
    ]),
  ).toEqual([
    { assetId, output: transfer },
    { assetId, output: locked },
  ])
})

test('inputs ascend by transaction, then by index as a number', () => {
  const txId = new Uint8Array(32)
  const later = new Uint8Array(32).fill(1)
  const inputs = [
    { txId: later, outputIndex: 0 },
    { txId, outputIndex: 10 },
    { txId, outputIndex: 9 },
  ]
  expect(sortInputs(inputs)).toEqual([...inputs].reverse())
})

test('addresses, EVM entries and encoded values ascend and are not lost', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ address: few(20), assetId: few(32) })), (entries) => {
      const addresses = sortAddresses(entries.map(({ address }) => address))
      expect(addresses).toHaveLength(entries.length)
      ascends(addresses.map(toHex))
      const sorted = sortByAddress(entries)
      expect(new Set(sorted)).toEqual(new Set(entries))
      ascends(sorted.map(({ address, assetId }) => toHex(address) + toHex(assetId)))
    }),
  )
  const note = { type: 'MintOutput', locktime: 0n, threshold: 1, addresses: [] } as const
  expect(sortByEncoding(Output, [{ ...note, locktime: 2n }, note])).toEqual([
    note,
    { ...note, locktime: 2n },
  ])
})

test('a prefix sorts before what it begins', () => {
  expect(compareBytes(Uint8Array.of(1), Uint8Array.of(1, 0))).toBeLessThan(0)
})

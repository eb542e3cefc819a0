import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import {
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { expect, test } from 'vitest'
import { FormatError } from '../../src/formats/codec.ts'
import {
  address,
  array,
  bytes,
  bytes32,
  decodeAbi,
  encodeAbi,
  tuple,
  uint,
  uint256,
} from '../../src/formats/evm/abi.ts'
import { abiFunction } from '../../src/formats/evm/calls.ts'

const hex = (value: Uint8Array): Hex => `0x${bytesToHex(value)}`

/** Every type, nested both ways: arrays of dynamic structs, structs of arrays. */
const everything = tuple({
  small: uint(64),
  pair: tuple({ owner: address, amount: uint256 }),
  blob: bytes,
  rows: array(tuple({ key: bytes32, notes: array(bytes) })),
  pairs: array(tuple({ owner: address, amount: uint256 })),
})
const parameters = parseAbiParameters([
  'uint64 small, Pair pair, bytes blob, Row[] rows, Pair[] pairs',
  'struct Pair { address owner; uint256 amount }',
  'struct Row { bytes32 key; bytes[] notes }',
])

const blob = fc.uint8Array({ maxLength: 70 })
const pair = fc.record({
  owner: fc.uint8Array({ minLength: 20, maxLength: 20 }),
  amount: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
})
const value = fc.record({
  small: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  pair,
  blob,
  rows: fc.array(
    fc.record({
      key: fc.uint8Array({ minLength: 32, maxLength: 32 }),
      notes: fc.array(blob, { maxLength: 3 }),
    }),
    { maxLength: 3 },
  ),
  pairs: fc.array(pair, { maxLength: 3 }),
})

test('viem writes the same bytes, and decoding gives the value back', () => {
  fc.assert(
    fc.property(value, (given) => {
      const encoded = encodeAbi(everything, given)
      const toViem = (each: { owner: Uint8Array; amount: bigint }) => ({
        owner: hex(each.owner),
        amount: each.amount,
      })
      expect(hex(encoded)).toBe(
        encodeAbiParameters(parameters, [
          given.small,
          toViem(given.pair),
          hex(given.blob),
          given.rows.map((row) => ({ key: hex(row.key), notes: row.notes.map(hex) })),
          given.pairs.map(toViem),
        ]),
      )
      expect(decodeAbi(everything, encoded)).toEqual(given)
    }),
    { numRuns: 60 },
  )
})

test('only canonical bytes are read, and nothing but a format error is thrown', () => {
  const read = (data: Uint8Array) => {
    try {
      const decoded = decodeAbi(everything, data)
      expect(encodeAbi(everything, decoded)).toEqual(data)
      return true
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError)
      return false
    }
  }
  fc.assert(
    fc.property(value, fc.uint8Array({ maxLength: 400 }), fc.nat(), (given, random, position) => {
      read(random)
      const encoded = encodeAbi(everything, given)
      expect(read(encoded.subarray(0, position % encoded.length))).toBe(false)
      expect(read(concatBytes(encoded, new Uint8Array(32)))).toBe(false)
      read(encoded.with(position % encoded.length, position & 255))
    }),
    { numRuns: 150 },
  )
})

test('an array that claims 2^255 elements fails at once', () => {
  const claim = hexToBytes(`${'0'.repeat(62)}20${'7f'.repeat(32)}`)
  expect(() => decodeAbi(tuple({ ids: array(uint256) }), claim)).toThrow(
    'ids: the data ends too early',
  )
})

test('a value that does not fit its type is refused with its path', () => {
  const type = tuple({ ids: array(uint(8)), owner: address })
  const owner = new Uint8Array(20)
  expect(() => encodeAbi(type, { ids: [1n, 256n], owner })).toThrow('ids[1]: 256')
  expect(() => encodeAbi(type, { ids: [], owner: new Uint8Array(32) })).toThrow(
    'owner: expected 20',
  )
})

test('a function has its published selector and the call data of viem', () => {
  const transfer = abiFunction('transfer', { to: address, value: uint256 })
  const to = new Uint8Array(20).fill(9)
  expect(transfer.signature).toBe('transfer(address,uint256)')
  expect(bytesToHex(transfer.selector)).toBe('a9059cbb')
  const callData = transfer.encode({ to, value: 7n })
  const abi = parseAbi(['function transfer(address to, uint256 value)'])
  expect(hex(callData)).toBe(encodeFunctionData({ abi, args: [hex(to), 7n] }))
  expect(transfer.decode(callData)).toEqual({ to, value: 7n })
  expect(() => transfer.decode(callData.with(0, 0))).toThrow(FormatError)
  expect(() => transfer.decode(callData.subarray(0, 3))).toThrow(FormatError)
})

import { hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { FormatError } from '../../src/formats/codec.ts'
import {
  bytes,
  decodeRlp,
  encodeRlp,
  fixedBytes,
  list,
  record,
  recordWithTail,
  uint,
} from '../../src/formats/evm/rlp.ts'

const pair = record({ count: uint(16), name: fixedBytes(2) })
const tail = recordWithTail({ count: uint(16) }, { extra: uint(8), name: fixedBytes(2) })

test('records have the bytes of the yellow paper and are read back', () => {
  const value = { count: 1024n, name: hexToBytes('abcd') }
  expect(encodeRlp(pair, value)).toEqual(hexToBytes('c682040082abcd'))
  expect(decodeRlp(pair, hexToBytes('c682040082abcd'))).toEqual(value)
  expect(encodeRlp(pair, { ...value, count: 0n })).toEqual(hexToBytes('c48082abcd'))
})

test('no bytes are no value, not even an empty one', () => {
  expect(() => decodeRlp(bytes, new Uint8Array())).toThrow(FormatError)
  expect(decodeRlp(bytes, hexToBytes('80'))).toEqual(new Uint8Array())
})

test('an integer with a leading zero or beyond its width is refused', () => {
  for (const [hex, reason] of [
    ['c40082abcd', 'count: integer with a leading zero'],
    ['c68200ff82abcd', 'count: integer with a leading zero'],
    ['c78301000082abcd', 'count: 65536 is not a uint16'],
    ['c5c10182abcd', 'count: expected a byte string'],
  ] as const)
    expect(() => decodeRlp(pair, hexToBytes(hex))).toThrow(reason)
  expect(() => encodeRlp(pair, { count: 65_536n, name: new Uint8Array(2) })).toThrow('count')
})

test('a missing field is named', () => {
  const partial = { count: 1n } as { count: bigint; name: Uint8Array }
  expect(() => encodeRlp(pair, partial)).toThrow('name: missing')
  expect(() => encodeRlp(list(pair), [partial])).toThrow('[0].name: missing')
})

test('a record has as many items as fields, a tail may be shorter', () => {
  expect(() => decodeRlp(pair, hexToBytes('c101'))).toThrow(FormatError)
  expect(() => decodeRlp(pair, hexToBytes('c50182abcd01'))).toThrow(FormatError)
  expect(decodeRlp(tail, hexToBytes('c101'))).toEqual({ count: 1n })
  expect(decodeRlp(tail, hexToBytes('c20102'))).toEqual({ count: 1n, extra: 2n })
})

test('an absent optional field before a present one is the empty string', () => {
  const name = hexToBytes('abcd')
  expect(encodeRlp(tail, { count: 1n, name })).toEqual(hexToBytes('c5018082abcd'))
  expect(decodeRlp(tail, hexToBytes('c5018082abcd'))).toEqual({ count: 1n, extra: 0n, name })
})

test('decoded bytes do not share memory with their source', () => {
  const source = Buffer.from('c682040082abcd', 'hex')
  const { name } = decodeRlp(pair, source)
  source.fill(0)
  expect(name).toEqual(hexToBytes('abcd'))
})

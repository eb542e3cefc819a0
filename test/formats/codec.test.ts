import fc from 'fast-check'
import { expect, expectTypeOf, test } from 'vitest'
import {
  bool,
  bytes,
  type Decoded,
  decode,
  encode,
  FormatError,
  fixed,
  i64,
  id,
  type Schema,
  short,
  text,
  u8,
  u16,
  u32,
  u64,
} from '../../src/formats/codec.ts'
import { fromHex, toHex } from '../../src/formats/ids.ts'
import { embedded, list, struct, union, variant, versioned } from '../../src/formats/layouts.ts'
import { expectRoundTrips, expectSafeDecoding } from './support/schema-properties.ts'

const Output = union(
  variant(7, 'Transfer', { amount: u64, addresses: list(short) }),
  variant(9, 'Note', { text, final: bool }),
  variant(10, 'Empty', {}),
)
const Message = versioned(0, struct({ nonce: u32, outputs: list(struct({ output: Output })) }))

test('a schema gives the static type of its values', () => {
  expectTypeOf<Decoded<typeof Output>>().toEqualTypeOf<
    | {
        readonly type: 'Transfer'
        readonly amount: bigint
        readonly addresses: readonly Uint8Array[]
      }
    | { readonly type: 'Note'; readonly text: string; readonly final: boolean }
    | { readonly type: 'Empty' }
  >()
  expectTypeOf<Decoded<typeof Message>['nonce']>().toBeNumber()
})

test.each<[string, Schema<unknown>, unknown, string]>([
  ['u8', u8, 254, 'fe'],
  ['u16', u16, 258, '0102'],
  ['u32', u32, 0xfffefdfc, 'fffefdfc'],
  ['u64', u64, 2n ** 64n - 2n, 'fffffffffffffffe'],
  ['i64', i64, -2n, 'fffffffffffffffe'],
  ['bool', bool, true, '01'],
  ['fixed', fixed(3), Uint8Array.of(1, 2, 3), '010203'],
  ['bytes', bytes, Uint8Array.of(5, 6), '000000020506'],
  ['text', text, 'é', '0002c3a9'],
  ['list', list(u16), [1, 2], '0000000200010002'],
  ['struct', struct({ b: u8, a: u16 }), { a: 1, b: 2 }, '020001'],
  ['union', Output, { type: 'Note', text: '', final: false }, '00000009000000'],
  ['versioned', versioned(1, u8), 7, '000107'],
  ['embedded', embedded(Output), fromHex('00000000000a'), '0000000a'],
])('%s is big-endian without padding', (_name, schema, value, hex) => {
  expect(toHex(encode(schema, value))).toBe(`0x${hex}`)
  expect(decode(schema, fromHex(hex))).toEqual(value)
})

test('text keeps a byte order mark', () => {
  expect(decode(text, fromHex('0003efbbbf'))).toBe('\ufeff')
})

test.each<[string, Schema<unknown>, unknown, string]>([
  ['u8 over', u8, 256, '256 is not an integer from 0 to 255'],
  ['u32 negative', u32, -1, '-1 is not an integer from 0 to 4294967295'],
  ['u32 fraction', u32, 1.5, '1.5 is not an integer'],
  ['u32 text', u32, '1', '1 is not an integer'],
  ['u32 symbol', u32, Symbol('x'), 'is not an integer'],
  ['u64 over', u64, 2n ** 64n, 'is not a bigint'],
  ['u64 number', u64, 1, 'is not a bigint'],
  ['i64 under', i64, -(2n ** 63n) - 1n, 'is not a bigint'],
  ['bool', bool, 1, 'not a boolean'],
  ['id', id, new Uint8Array(31), '31 bytes instead of 32'],
  ['fixed text', fixed(1), 'a', 'not bytes'],
  ['bytes', bytes, [1], 'not bytes'],
  ['text', text, 1, 'not a string'],
  ['long text', text, 'x'.repeat(65_536), '65536 bytes of text'],
  ['half a surrogate pair', text, 'a\ud800', 'an unpaired surrogate'],
  ['list', list(u8), 'ab', 'not a list'],
  ['element', list(u8), [1, 2, 300], '[2]: 300 is not an integer'],
  ['struct', struct({ a: u8 }), null, 'not an object'],
  ['missing field', struct({ a: u8 }), {}, 'a: undefined is not an integer'],
  ['union', Output, { type: 'Other' }, "type: 'Other' is not one of Transfer,Note,Empty"],
  ['union null', Output, null, "type: '' is not one of"],
  ['embedded', embedded(Output), fromHex('00010000000a'), 'not encoded with version 0'],
  ['embedded short', embedded(Output), fromHex('00000000'), 'not encoded with version 0'],
])('encoding refuses a bad value: %s', (_name, schema, value, message) => {
  expect(() => encode(schema, value)).toThrow(FormatError)
  expect(() => encode(schema, value)).toThrow(message)
})

test.each<[string, Schema<unknown>, string, string]>([
  ['cut short', u32, '000000', 'ends 1 bytes early'],
  ['left over', u8, '0102', '1 bytes are left over'],
  ['bool', bool, '02', '2 is not a boolean'],
  ['text', text, '0001ff', 'not UTF-8'],
  ['length past the end', bytes, 'ffffffff00', 'ends 4294967294 bytes early'],
  ['count past the end', list(id), 'ffffffff00', '4294967295 elements do not fit into 1 bytes'],
  ['type id', Output, '00000008', 'type: unknown type id 8'],
  ['version', versioned(0, u8), '000105', 'version: 1 instead of 0'],
  ['empty', Message, '', 'ends 2 bytes early'],
])('decoding refuses bad bytes: %s', (_name, schema, hex, message) => {
  expect(() => decode(schema, fromHex(hex))).toThrow(FormatError)
  expect(() => decode(schema, fromHex(hex))).toThrow(message)
})

test('errors carry the path of what is wrong, in both directions', () => {
  const transfer = { type: 'Transfer', amount: 1n, addresses: [new Uint8Array(20)] } as const
  const value = {
    nonce: 1,
    outputs: [{ output: transfer }, { output: { ...transfer, addresses: [new Uint8Array(19)] } }],
  }
  expect(() => encode(Message, value)).toThrow(
    'outputs[1].output.addresses[0]: 19 bytes instead of 20',
  )
  const good = encode(Message, { nonce: 1, outputs: [{ output: transfer }, { output: transfer }] })
  good[46] = 8
  expect(() => decode(Message, good)).toThrow('outputs[1].output.type: unknown type id')
})

test('decoded bytes share no memory with the input, even when it is a Buffer', () => {
  const input = Buffer.from('00000002abcd', 'hex')
  const decoded = decode(bytes, input)
  input.fill(0)
  expect(decoded).toStrictEqual(Uint8Array.of(0xab, 0xcd))
})

test('an encoded value is not changed by later encoding', () => {
  const first = encode(u16, 1)
  encode(u16, 2)
  expect(toHex(first)).toBe('0x0001')
})

test('a failed encoding leaves nothing behind', () => {
  expect(() => encode(list(u8), [1, 2, -1])).toThrow(FormatError)
  expect(toHex(encode(u8, 9))).toBe('0x09')
})

test('values larger than the first buffer encode', () => {
  const large = new Uint8Array(5_000).fill(7)
  expect(decode(list(bytes), encode(list(bytes), [large, large]))).toEqual([large, large])
})

test('a list of elements without bytes cannot be declared', () => {
  expect(() => list(struct({}))).toThrow(TypeError)
})

test('decoding anything but bytes is a FormatError', () => {
  expect(() => decode(u8, 'x' as unknown as Uint8Array)).toThrow('not bytes')
})

const everything = versioned(
  0,
  struct({ a: u8, b: u16, c: i64, d: bool, e: Output, f: list(Message), g: embedded(Output) }),
)

test('every combinator round-trips', () => {
  expectRoundTrips(everything)
})

test('changed, cut and extended bytes never give anything but a FormatError', () => {
  expectSafeDecoding(everything)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
      expect(() => decode(id, noise.subarray(0, 31))).toThrow(FormatError)
      try {
        decode(everything, noise)
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError)
      }
    }),
  )
})

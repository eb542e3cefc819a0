import { RLP } from '@ethereumjs/rlp'
import { bytesToNumberBE } from '@noble/curves/utils.js'
import { FormatError } from '../codec.ts'
import { fieldPath } from './field-path.ts'
import { encodeItem, type RlpItem } from './rlp-items.ts'

/** How a value is written as an RLP item and read back; both throw {@link FormatError}. */
export interface RlpType<T> {
  /** `path` is where the value stands, for the error: `uncles[0].number`, or '' at the top. */
  toItem(value: T, path: string): RlpItem
  fromItem(item: RlpItem, path: string): T
}

/** The value that an {@link RlpType} describes. */
export type RlpValue<Type> = Type extends RlpType<infer T> ? T : never

/** Field names of a list in wire order, each with its type. */
export type RlpFields = Record<string, RlpType<unknown>>

/** The object that a table of fields describes. */
export type RlpRecord<Fields extends RlpFields> = { [Name in keyof Fields]: RlpValue<Fields[Name]> }

/** Bytes of `value`; throws {@link FormatError} when a field does not fit its type. */
export function encodeRlp<T>(type: RlpType<T>, value: T): Uint8Array {
  return encodeItem(type.toItem(value, ''))
}

/** The value in `bytes`; throws {@link FormatError} on any other input, also on trailing bytes. */
export function decodeRlp<T>(type: RlpType<T>, bytes: Uint8Array): T {
  return type.fromItem(parseRlp(bytes, ''), '')
}

/** The item in `bytes`, canonical encodings only; throws {@link FormatError} on any other input. */
export function parseRlp(bytes: Uint8Array, path: string): RlpItem {
  // The library reads no bytes at all as an empty string.
  if (bytes.length === 0) throw new FormatError(path, 'expected RLP, got no bytes')
  try {
    // A copy, since slices of a Buffer would share its memory.
    return RLP.decode(Uint8Array.from(bytes))
  } catch (cause) {
    // Besides its own errors: deeply nested lists exhaust the stack.
    throw new FormatError(path, cause instanceof Error ? cause.message : 'invalid RLP')
  }
}

/** Unsigned integer below 2^bits, big-endian without leading zeros; zero is the empty string. */
export function uint(bits: number): RlpType<bigint> {
  const limit = 1n << BigInt(bits)
  return {
    toItem(value, path) {
      if (value < 0n || value >= limit) throw new FormatError(path, `${value} is no uint${bits}`)
      return bigEndian(value)
    },
    fromItem(item, path) {
      const bytes = asBytes(item, path)
      if (bytes[0] === 0) throw new FormatError(path, 'integer with a leading zero')
      const value = bytesToNumberBE(bytes)
      if (value >= limit) throw new FormatError(path, `${value} is no uint${bits}`)
      return value
    },
  }
}

const words = new DataView(new ArrayBuffer(32))

/** An integer below 2^256 without leading zeros, word by word: digits would take three times as long. */
function bigEndian(value: bigint): Uint8Array {
  let start = words.byteLength
  for (let rest = value; rest > 0n; rest >>= 64n) {
    start -= 8
    words.setBigUint64(start, BigInt.asUintN(64, rest))
  }
  while (start < words.byteLength && words.getUint8(start) === 0) start++
  return new Uint8Array(words.buffer.slice(start))
}

/** Byte string of any length. */
export const bytes: RlpType<Uint8Array> = { toItem: (value) => value, fromItem: asBytes }

/** Byte string of exactly `length` bytes. */
export function fixedBytes(length: number): RlpType<Uint8Array> {
  const check = (value: Uint8Array, path: string) => {
    if (value.length === length) return value
    throw new FormatError(path, `expected ${length} bytes, got ${value.length}`)
  }
  return { toItem: check, fromItem: (item, path) => check(asBytes(item, path), path) }
}

/** Nonces, gas and times. */
export const uint64 = uint(64)
/** Amounts and prices. */
export const uint256 = uint(256)
/** 20 bytes. */
export const address = fixedBytes(20)
/** 32 bytes. */
export const hash = fixedBytes(32)

/** List of any number of elements of one type. */
export function list<T>(element: RlpType<T>): RlpType<T[]> {
  return {
    toItem: (values, path) => values.map((value, i) => element.toItem(value, `${path}[${i}]`)),
    fromItem: (item, path) =>
      asList(item, path).map((each, i) => element.fromItem(each, `${path}[${i}]`)),
  }
}

/** List with one item per field, in the order of the table. */
export function record<Fields extends RlpFields>(fields: Fields): RlpType<RlpRecord<Fields>> {
  return recordWithTail(fields, {})
}

/**
 * List with one item per field, then as many of the `optional` fields as the last present one
 * asks for (go-ethereum's `rlp:"optional"`). An absent field before a present one is written as
 * the empty string, which an integer reads as 0 and fixed bytes refuse.
 */
export function recordWithTail<Fields extends RlpFields, Tail extends RlpFields>(
  fields: Fields,
  optional: Tail,
): RlpType<RlpRecord<Fields> & Partial<RlpRecord<Tail>>> {
  type Value = RlpRecord<Fields> & Partial<RlpRecord<Tail>>
  const required = Object.keys(fields).length
  const columns = Object.entries({ ...fields, ...optional }) as [string, RlpType<unknown>][]
  return {
    toItem(value, path) {
      const values = value as Record<string, unknown>
      const last = columns.findLastIndex(([name]) => values[name] !== undefined)
      return columns.slice(0, Math.max(last + 1, required)).map(([name, type], index) => {
        if (values[name] !== undefined) return type.toItem(values[name], fieldPath(path, name))
        if (index < required) throw new FormatError(fieldPath(path, name), 'missing')
        return new Uint8Array()
      })
    },
    fromItem(item, path) {
      const items = asList(item, path)
      if (items.length < required || items.length > columns.length)
        throw new FormatError(path, `${items.length} items do not fit its ${columns.length} fields`)
      const value: Record<string, unknown> = {}
      columns.forEach(([name, type], index) => {
        const field = items[index]
        if (field !== undefined) value[name] = type.fromItem(field, fieldPath(path, name))
      })
      return value as Value
    },
  }
}

function asBytes(item: RlpItem, path: string): Uint8Array {
  if (item instanceof Uint8Array) return item
  throw new FormatError(path, 'expected a byte string, got a list')
}

function asList(item: RlpItem, path: string): RlpItem[] {
  if (Array.isArray(item)) return item
  throw new FormatError(path, 'expected a list, got a byte string')
}

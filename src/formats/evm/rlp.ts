import { RLP } from '@ethereumjs/rlp'
import { bytesToNumberBE } from '@noble/curves/utils.js'
import { FormatError, inside } from '../codec.ts'
import { fieldPath } from './field-path.ts'
import { type RlpItem, type RlpWriter, rlpBytes } from './rlp-writer.ts'

/** Writer and reader of a value as an RLP item; both throw {@link FormatError}. */
export interface RlpType<T> {
  /** Appends a value. */
  write(writer: RlpWriter, value: T): void
  /**
   * Reads a value. `path` is the position of the item for errors: `uncles[0].number`, or '' at the
   * top.
   */
  fromItem(item: RlpItem, path: string): T
}

/** The value that an {@link RlpType} describes. */
export type RlpValue<Type> = Type extends RlpType<infer T> ? T : never

/** Field names of a list in wire order, each with its type. */
export type RlpFields = Record<string, RlpType<unknown>>

/** The object that a table of fields describes. */
export type RlpRecord<Fields extends RlpFields> = { [Name in keyof Fields]: RlpValue<Fields[Name]> }

/** Encodes `value`; throws {@link FormatError} when a field does not fit its type. */
export function encodeRlp<T>(type: RlpType<T>, value: T): Uint8Array {
  return rlpBytes((writer) => type.write(writer, value))
}

/** Encodes like {@link encodeRlp}, after the type byte of an envelope (EIP-2718); 0 is none. */
export function encodeEnveloped<T>(envelope: number, type: RlpType<T>, value: T): Uint8Array {
  return rlpBytes((writer) => {
    if (envelope > 0) writer.byte(envelope)
    type.write(writer, value)
  })
}

/**
 * Decodes the value in `bytes`; throws {@link FormatError} on any other input, also on trailing
 * bytes.
 */
export function decodeRlp<T>(type: RlpType<T>, bytes: Uint8Array): T {
  return type.fromItem(parseRlp(bytes, ''), '')
}

/**
 * Parses the item in `bytes`, canonical encodings only; throws {@link FormatError} on any other
 * input.
 */
export function parseRlp(bytes: Uint8Array, path: string): RlpItem {
  // The library reads empty input as an empty string.
  if (bytes.length === 0) throw new FormatError(path, 'expected RLP, got no bytes')
  try {
    // A copy, since slices of a Buffer would share its memory.
    return RLP.decode(Uint8Array.from(bytes))
  } catch (error) {
    // Deeply nested lists exhaust the stack, in addition to the library's own errors.
    throw new FormatError(path, error instanceof Error ? error.message : 'invalid RLP')
  }
}

/**
 * Returns the type of unsigned integers below 2^bits, big-endian without leading zeros; zero is the
 * empty string.
 */
export function uint(bits: number): RlpType<bigint> {
  const limit = 1n << BigInt(bits)
  return {
    write(writer, value) {
      if (value < 0n || value >= limit) throw new FormatError('', `${value} is not a uint${bits}`)
      writer.integer(value)
    },
    fromItem(item, path) {
      const bytes = asBytes(item, path)
      if (bytes[0] === 0) throw new FormatError(path, 'integer with a leading zero')
      const value = bytesToNumberBE(bytes)
      if (value >= limit) throw new FormatError(path, `${value} is not a uint${bits}`)
      return value
    },
  }
}

/** Byte string of any length. */
export const bytes: RlpType<Uint8Array> = {
  write: (writer, value) => writer.string(value),
  fromItem: asBytes,
}

/** Returns the type of byte strings of exactly `length` bytes. */
export function fixedBytes(length: number): RlpType<Uint8Array> {
  const check = (value: Uint8Array, path: string) => {
    if (value.length === length) return value
    throw new FormatError(path, `expected ${length} bytes, got ${value.length}`)
  }
  return {
    write: (writer, value) => writer.string(check(value, '')),
    fromItem: (item, path) => check(asBytes(item, path), path),
  }
}

/** Nonces, gas and times. */
export const uint64 = uint(64)
/** Amounts and prices. */
export const uint256 = uint(256)
/** 20 bytes. */
export const address = fixedBytes(20)
/** 32 bytes. */
export const hash = fixedBytes(32)

/** Returns the type of lists with any number of elements of one type. */
export function list<T>(element: RlpType<T>): RlpType<T[]> {
  return {
    write(writer, values) {
      const start = writer.open()
      values.forEach((value, i) => {
        try {
          element.write(writer, value)
        } catch (error) {
          throw inside(`[${i}]`, error)
        }
      })
      writer.close(start)
    },
    fromItem: (item, path) =>
      asList(item, path).map((each, i) => element.fromItem(each, `${path}[${i}]`)),
  }
}

/** Returns the type of lists with one item per field, in the order of the table. */
export function record<Fields extends RlpFields>(fields: Fields): RlpType<RlpRecord<Fields>> {
  return recordWithTail(fields, {})
}

/**
 * Returns the type of lists with one item per field, then the `optional` fields up to the last
 * present one (go-ethereum's `rlp:"optional"`). An absent field before a present one is written as
 * the empty string. An integer reads it as 0; fixed bytes reject it.
 */
export function recordWithTail<Fields extends RlpFields, Tail extends RlpFields>(
  fields: Fields,
  optional: Tail,
): RlpType<RlpRecord<Fields> & Partial<RlpRecord<Tail>>> {
  type Value = RlpRecord<Fields> & Partial<RlpRecord<Tail>>
  const required = Object.keys(fields).length
  const columns = Object.entries({ ...fields, ...optional }) as [string, RlpType<unknown>][]
  return {
    write(writer, value) {
      const values = value as Record<string, unknown>
      let count = columns.length
      while (count > required && values[columns[count - 1]?.[0] ?? ''] === undefined) count--
      const start = writer.open()
      let index = 0
      try {
        for (const [name, type] of columns) {
          if (index === count) break
          if (values[name] !== undefined) type.write(writer, values[name])
          else if (index < required) throw new FormatError('', 'missing')
          else writer.string(nothing)
          index++
        }
      } catch (error) {
        throw inside(columns[index]?.[0] ?? '', error)
      }
      writer.close(start)
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

const nothing = new Uint8Array()

function asBytes(item: RlpItem, path: string): Uint8Array {
  if (item instanceof Uint8Array) return item
  throw new FormatError(path, 'expected a byte string, got a list')
}

function asList(item: RlpItem, path: string): RlpItem[] {
  if (Array.isArray(item)) return item
  throw new FormatError(path, 'expected a list, got a byte string')
}

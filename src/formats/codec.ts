import { ByteReader, ByteWriter } from './codec-buffers.ts'

/** Error: bytes, a text or a value do not have the required form; the only error of this folder. */
export class FormatError extends Error {
  /** Name of the class. */
  override readonly name = 'FormatError'
  /** Path within the value: `outputs[2].output.amount`, or empty for the value itself. */
  readonly path: string
  /** Reason in words. */
  readonly reason: string

  constructor(path: string, reason: string) {
    super(path === '' ? reason : `${path}: ${reason}`)
    this.path = path
    this.reason = reason
  }
}

/**
 * Converts the error of a value to one of the value that contains it, with the member or `[index]`
 * in the path.
 */
export function inside(segment: string, error: unknown): unknown {
  if (!(error instanceof FormatError)) return error
  const joint = error.path === '' || error.path.startsWith('[') ? '' : '.'
  return new FormatError(`${segment}${joint}${error.path}`, error.reason)
}

/**
 * One layout of the linear codec (avalanchego codec/linearcodec): big-endian, fields in order, no
 * tags, no padding. It encodes, decodes and describes itself, and is the source of the static type.
 */
export interface Schema<T> {
  /** Structure of the values. */
  readonly shape: Shape
  /** Bytes of the smallest value. */
  readonly minSize: number
  /** Appends a value. */
  write(writer: ByteWriter, value: T): void
  /** Reads a value. */
  read(reader: ByteReader): T
}

/** Structure of a schema, for tools that walk over layouts. */
export type Shape =
  | { readonly kind: 'number'; readonly max: number }
  | { readonly kind: 'bigint'; readonly min: bigint; readonly max: bigint }
  | { readonly kind: 'boolean' | 'bytes' | 'text' }
  | { readonly kind: 'fixed'; readonly length: number }
  | { readonly kind: 'list'; readonly element: Schema<unknown> }
  | { readonly kind: 'struct'; readonly fields: Fields }
  | { readonly kind: 'union'; readonly variants: readonly Variant[] }
  | { readonly kind: 'versioned'; readonly version: number; readonly content: Schema<unknown> }
  | { readonly kind: 'embedded'; readonly content: Schema<unknown> }

/** The TypeScript type of the values of a schema. */
export type Decoded<S> = S extends Schema<infer T> ? T : never

/** Fields of a struct in wire order. */
export type Fields = { readonly [name: string]: Schema<unknown> }

/** One row of a type table: u32 type id, name (the `type` of its values), fields. */
export interface Variant<Name extends string = string, F extends Fields = Fields> {
  readonly typeId: number
  readonly name: Name
  readonly fields: F
}

// One writer serves all calls: schemas never encode while they write.
const writer = new ByteWriter()

/** Encodes `value`; throws {@link FormatError} with the path of the part that does not fit. */
export function encode<T>(schema: Schema<T>, value: T): Uint8Array<ArrayBuffer> {
  writer.length = 0
  schema.write(writer, value)
  return writer.finish()
}

/**
 * Decodes `bytes` into a value that shares no memory with them. Throws only {@link FormatError}:
 * for input that is cut short, has bytes are left over, or holds an unknown type id or version.
 */
export function decode<T>(schema: Schema<T>, bytes: Uint8Array): T {
  if (!(bytes instanceof Uint8Array)) throw new FormatError('', 'not bytes')
  const reader = new ByteReader(bytes, endsEarly)
  const value = schema.read(reader)
  if (reader.left > 0) throw new FormatError('', `${reader.left} bytes are left over`)
  return value
}

/** Integers 0 to 255 in one byte. */
export const u8 = unsigned(1, 'setUint8', 'getUint8')
/** Integers 0 to 65,535 in two bytes. */
export const u16 = unsigned(2, 'setUint16', 'getUint16')
/** Integers 0 to 2^32 - 1 in four bytes. */
export const u32 = unsigned(4, 'setUint32', 'getUint32')
/** Bigints 0 to 2^64 - 1 in eight bytes. */
export const u64 = wide(0n, 'setBigUint64', 'getBigUint64')
/** Bigints -2^63 to 2^63 - 1 in eight bytes, two's complement. */
export const i64 = wide(-(1n << 63n), 'setBigInt64', 'getBigInt64')

/** One byte, 0 or 1. */
export const bool: Schema<boolean> = {
  shape: { kind: 'boolean' },
  minSize: 1,
  write(writer, value) {
    if (typeof value !== 'boolean') throw new FormatError('', 'not a boolean')
    u8.write(writer, value ? 1 : 0)
  },
  read(reader) {
    const value = u8.read(reader)
    if (value > 1) throw new FormatError('', `${String(value)} is not a boolean`)
    return value === 1
  },
}

/** Returns the layout of exactly `length` bytes, without a length prefix. */
export function fixed(length: number): Schema<Uint8Array> {
  return {
    shape: { kind: 'fixed', length },
    minSize: length,
    write(writer, value) {
      if (!(value instanceof Uint8Array)) throw new FormatError('', 'not bytes')
      if (value.length !== length)
        throw new FormatError('', `${value.length} bytes instead of ${length}`)
      writer.append(value)
    },
    read: (reader) => reader.take(length),
  }
}

/** A 32-byte id. */
export const id = fixed(32)
/** A 20-byte address or node id. */
export const short = fixed(20)

/** Bytes after their u32 length. */
export const bytes: Schema<Uint8Array> = {
  shape: { kind: 'bytes' },
  minSize: 4,
  write(writer, value) {
    if (!(value instanceof Uint8Array)) throw new FormatError('', 'not bytes')
    u32.write(writer, value.length)
    writer.append(value)
  },
  read: (reader) => reader.take(u32.read(reader)),
}

// Invalid bytes throw and a byte order mark stays; otherwise decoding would lose data.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** UTF-8 text of at most 65,535 bytes after its u16 length. */
export const text: Schema<string> = {
  shape: { kind: 'text' },
  minSize: 2,
  write(writer, value) {
    if (typeof value !== 'string') throw new FormatError('', 'not a string')
    if (/\p{Surrogate}/u.test(value)) throw new FormatError('', 'an unpaired surrogate')
    const encoded = Buffer.from(value)
    if (encoded.length > 0xffff)
      throw new FormatError('', `${encoded.length} bytes of text, more than 65535`)
    u16.write(writer, encoded.length)
    writer.append(encoded)
  },
  read(reader) {
    const encoded = reader.take(u16.read(reader))
    try {
      return utf8.decode(encoded)
    } catch {
      throw new FormatError('', 'not UTF-8')
    }
  },
}

function endsEarly(missing: number): never {
  throw new FormatError('', `ends ${missing} bytes early`)
}

function unsigned(
  size: 1 | 2 | 4,
  set: 'setUint8' | 'setUint16' | 'setUint32',
  get: 'getUint8' | 'getUint16' | 'getUint32',
): Schema<number> {
  const max = 2 ** (8 * size) - 1
  return {
    shape: { kind: 'number', max },
    minSize: size,
    write(writer, value) {
      if (!Number.isInteger(value) || value < 0 || value > max)
        throw new FormatError('', `${String(value)} is not an integer from 0 to ${max}`)
      const offset = writer.reserve(size)
      writer.view[set](offset, value)
    },
    read(reader) {
      const offset = reader.skip(size)
      return reader.view[get](offset)
    },
  }
}

function wide(
  min: bigint,
  set: 'setBigInt64' | 'setBigUint64',
  get: 'getBigInt64' | 'getBigUint64',
): Schema<bigint> {
  const max = min + (1n << 64n) - 1n
  return {
    shape: { kind: 'bigint', min, max },
    minSize: 8,
    write(writer, value) {
      if (typeof value !== 'bigint' || value < min || value > max)
        throw new FormatError('', `${String(value)} is not a bigint from ${min} to ${max}`)
      const offset = writer.reserve(8)
      writer.view[set](offset, value)
    },
    read(reader) {
      const offset = reader.skip(8)
      return reader.view[get](offset)
    },
  }
}

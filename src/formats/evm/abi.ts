import { asciiToBytes, bytesToNumberBE, concatBytes, numberToBytesBE } from '@noble/curves/utils.js'
import { FormatError } from '../codec.ts'
import { keccak256 } from '../keccak.ts'
import { fieldPath } from './field-path.ts'

/** Bytes of a word, of which all ABI data is made. */
export const WORD = 32

/**
 * A Solidity ABI type (Solidity documentation, "Contract ABI Specification"). Decoding accepts
 * only what encoding writes: tails in order and without gaps, padding zero. Both throw
 * {@link FormatError} on anything else.
 */
export interface AbiType<T> {
  /** Canonical name, as in a signature: `uint256`, `(uint256,address)[]`. */
  readonly name: string
  /** A dynamic value stands in a tail; the head then holds its offset. */
  readonly isDynamic: boolean
  /** Bytes of the value when it is not dynamic. */
  readonly staticLength: number
  encode(value: T, path: string): Uint8Array
  /** The value at `start`, and the position after it. */
  decode(data: Uint8Array, start: number, path: string): Decoded<T>
}

/** The value that an {@link AbiType} describes. */
export type AbiValue<Type> = Type extends AbiType<infer T> ? T : never

/** Members of a struct, or parameters, in order. */
export type AbiFields = Record<string, AbiType<unknown>>

/** The object that a table of members describes. */
export type AbiRecord<Fields extends AbiFields> = { [Name in keyof Fields]: AbiValue<Fields[Name]> }

interface Decoded<T> {
  value: T
  end: number
}

/** Unsigned integer below 2^bits. */
export function uint(bits: number): AbiType<bigint> {
  const check = (value: bigint, path: string) => {
    if (value >= 0n && value < 1n << BigInt(bits)) return value
    throw new FormatError(path, `${value} is no uint${bits}`)
  }
  return word(
    `uint${bits}`,
    (value, path) => numberToBytesBE(check(value, path), WORD),
    (bytes, path) => check(bytesToNumberBE(bytes), path),
  )
}

/** Amounts and token ids. */
export const uint256 = uint(256)

/** 20 bytes. */
export const address: AbiType<Uint8Array> = word(
  'address',
  (value, path) => concatBytes(new Uint8Array(WORD - 20), exactly(20, value, path)),
  (bytes, path) => {
    if (bytes.subarray(0, WORD - 20).some(Boolean)) throw new FormatError(path, 'over 20 bytes')
    return bytes.slice(WORD - 20)
  },
)

/** 32 bytes. */
export const bytes32: AbiType<Uint8Array> = word(
  'bytes32',
  (value, path) => exactly(WORD, value, path),
  (bytes) => bytes.slice(),
)

/** Any number of bytes. */
export const bytes: AbiType<Uint8Array> = {
  name: 'bytes',
  isDynamic: true,
  staticLength: 0,
  encode: (value) => concatBytes(wordOf(value.length), value, paddingAfter(value.length)),
  decode(data, start, path) {
    const length = numberAt(data, start, path)
    const value = slice(data, start + WORD, length, path).slice()
    const padding = paddingAfter(length).length
    const end = start + WORD + length + padding
    if (slice(data, end - padding, padding, path).some(Boolean))
      throw new FormatError(path, 'padding is not zero')
    return { value, end }
  },
}

/** Dynamic array `element[]`. */
export function array<T>(element: AbiType<T>): AbiType<T[]> {
  const memberAt = (path: string, i: number): Member => [
    element as AbiType<unknown>,
    `${path}[${i}]`,
  ]
  return {
    name: `${element.name}[]`,
    isDynamic: true,
    staticLength: 0,
    encode: (values, path) =>
      concatBytes(
        wordOf(values.length),
        encodeMembers(
          values.map((_, i) => memberAt(path, i)),
          values,
        ),
      ),
    decode(data, start, path) {
      const count = numberAt(data, start, path)
      // Each element takes a word at least, so a false count ends here and not in a long loop.
      if (count > data.length / WORD) throw new FormatError(path, 'ends too early')
      const members = Array.from({ length: count }, (_, i) => memberAt(path, i))
      return decodeMembers<T[]>(members, data, start + WORD)
    },
  }
}

/** Struct. Parameters and event data are the encoding of the tuple of their members. */
export function tuple<Fields extends AbiFields>(fields: Fields): AbiType<AbiRecord<Fields>> {
  const names = Object.keys(fields)
  const types = Object.values(fields) as AbiType<unknown>[]
  const membersOf = (path: string) =>
    types.map((type, i): Member => [type, fieldPath(path, names[i] ?? '')])
  return {
    name: `(${types.map((type) => type.name).join()})`,
    isDynamic: types.some((type) => type.isDynamic),
    staticLength: types.reduce((sum, type) => sum + type.staticLength, 0),
    encode(value, path) {
      const values = value as Record<string, unknown>
      return encodeMembers(
        membersOf(path),
        names.map((name) => values[name]),
      )
    },
    decode(data, start, path) {
      const { value, end } = decodeMembers(membersOf(path), data, start)
      const entries = names.map((name, i) => [name, value[i]])
      return { value: Object.fromEntries(entries) as AbiRecord<Fields>, end }
    },
  }
}

/** Bytes of `value` alone, as Solidity's `abi.encode` gives for the members of a tuple. */
export function encodeAbi<T>(type: AbiType<T>, value: T): Uint8Array {
  return type.encode(value, '')
}

/** The value that is all of `data`; throws {@link FormatError}, also on trailing bytes. */
export function decodeAbi<T>(type: AbiType<T>, data: Uint8Array): T {
  // A copy, since slices of a Buffer would share its memory.
  const { value, end } = type.decode(Uint8Array.from(data), 0, '')
  if (end !== data.length) throw new FormatError('', `${data.length - end} trailing bytes`)
  return value
}

/** keccak256 of a signature text such as `Transfer(address,address,uint256)`: an event's topic 0. */
export function signatureHash(signature: string): Uint8Array {
  return keccak256(asciiToBytes(signature))
}

type Member = readonly [type: AbiType<unknown>, path: string]

const headLength = (type: AbiType<unknown>) => (type.isDynamic ? WORD : type.staticLength)
const headsLength = (members: Member[]) =>
  members.reduce((sum, [type]) => sum + headLength(type), 0)

function encodeMembers(members: Member[], values: unknown[]): Uint8Array {
  const heads: Uint8Array[] = []
  const tails: Uint8Array[] = []
  let offset = headsLength(members)
  members.forEach(([type, path], i) => {
    const encoded = type.encode(values[i], path)
    heads.push(type.isDynamic ? wordOf(offset) : encoded)
    if (!type.isDynamic) return
    tails.push(encoded)
    offset += encoded.length
  })
  return concatBytes(...heads, ...tails)
}

function decodeMembers<T extends unknown[]>(members: Member[], data: Uint8Array, start: number) {
  let head = start
  let tail = start + headsLength(members)
  const value = members.map(([type, path]) => {
    if (type.isDynamic && numberAt(data, head, path) !== tail - start)
      throw new FormatError(path, 'offset is not that of the next tail')
    const decoded = type.decode(data, type.isDynamic ? tail : head, path)
    if (type.isDynamic) tail = decoded.end
    head += headLength(type)
    return decoded.value
  })
  return { value: value as T, end: tail }
}

function word<T>(
  name: string,
  encode: (value: T, path: string) => Uint8Array,
  fromWord: (bytes: Uint8Array, path: string) => T,
): AbiType<T> {
  return {
    name,
    isDynamic: false,
    staticLength: WORD,
    encode,
    decode: (data, start, path) => ({
      value: fromWord(slice(data, start, WORD, path), path),
      end: start + WORD,
    }),
  }
}

const wordOf = (value: number) => numberToBytesBE(value, WORD)
const paddingAfter = (length: number) => new Uint8Array((WORD - (length % WORD)) % WORD)

/** Length or offset; one beyond the data fails at the slice that uses it. */
function numberAt(data: Uint8Array, start: number, path: string): number {
  return slice(data, start, WORD, path).reduce((number, byte) => number * 256 + byte, 0)
}

function slice(data: Uint8Array, start: number, length: number, path: string): Uint8Array {
  if (length > data.length - start) throw new FormatError(path, 'ends too early')
  return data.subarray(start, start + length)
}

function exactly(length: number, value: Uint8Array, path: string): Uint8Array {
  if (value.length === length) return value
  throw new FormatError(path, `expected ${length} bytes, got ${value.length}`)
}

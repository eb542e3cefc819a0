import { asciiToBytes, concatBytes } from '@noble/curves/utils.js'
import { FormatError, inside } from '../codec.ts'
import { keccak256 } from '../keccak.ts'
import { numberOfWord, WORD, wordOf } from '../words.ts'

/**
 * A Solidity ABI type (Solidity documentation, "Contract ABI Specification"). Decoding accepts only
 * encodings that this module writes: tails in order and without gaps, padding zero. Both directions
 * throw {@link FormatError} on anything else.
 */
export interface AbiType<T> {
  /** Canonical name, as in a signature: `uint256`, `(uint256,address)[]`. */
  readonly name: string
  /** Whether the value is stored in a tail; the head then holds its offset. */
  readonly isDynamic: boolean
  /** Bytes of a value that is not dynamic. */
  readonly staticLength: number
  /** Encodes a value. */
  encode(value: T): Uint8Array
  /** Decodes the value at `start` and returns it with the position after it. */
  decode(data: Uint8Array, start: number): Decoded<T>
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

/** Returns the type of unsigned integers below 2^bits. */
export function uint(bits: number): AbiType<bigint> {
  const limit = 1n << BigInt(bits)
  const check = (value: bigint) => {
    if (value >= 0n && value < limit) return value
    throw new FormatError('', `${value} is not a uint${bits}`)
  }
  return word(
    `uint${bits}`,
    (value) => wordOf(check(value)),
    (data, start) => check(numberOfWord(data, start)),
  )
}

/** Amounts and token ids. */
export const uint256 = uint(256)

/** Returns the type of signed integers of this many bits, in two's complement. */
export function int(bits: number): AbiType<bigint> {
  const check = (value: bigint) => {
    if (BigInt.asIntN(bits, value) === value) return value
    throw new FormatError('', `${value} is not an int${bits}`)
  }
  return word(
    `int${bits}`,
    (value) => wordOf(BigInt.asUintN(256, check(value))),
    (data, start) => check(BigInt.asIntN(256, numberOfWord(data, start))),
  )
}

/** True or false. */
export const bool: AbiType<boolean> = word(
  'bool',
  (value) => wordOf(value ? 1n : 0n),
  (data, start) => {
    const value = numberOfWord(data, start)
    if (value > 1n) throw new FormatError('', `${value} is not a bool`)
    return value === 1n
  },
)

/** 20 bytes. */
export const address: AbiType<Uint8Array> = word(
  'address',
  (value) => {
    const bytes = new Uint8Array(WORD)
    bytes.set(exactly(20, value), WORD - 20)
    return bytes
  },
  (data, start) => {
    if (!isZero(data, start, start + WORD - 20))
      throw new FormatError('', 'an address with more than 20 bytes')
    return data.slice(start + WORD - 20, start + WORD)
  },
)

/** Returns the type of 1 to 32 bytes, which zeros on the right fill to a word. */
export function fixedBytes(length: number): AbiType<Uint8Array> {
  return word(
    `bytes${length}`,
    (value) => {
      const encoded = new Uint8Array(WORD)
      encoded.set(exactly(length, value))
      return encoded
    },
    (data, start) => {
      if (!isZero(data, start + length, start + WORD))
        throw new FormatError('', `more than ${length} bytes`)
      return data.slice(start, start + length)
    },
  )
}

/** 32 bytes. */
export const bytes32 = fixedBytes(WORD)

/** Any number of bytes. */
export const bytes: AbiType<Uint8Array> = {
  name: 'bytes',
  isDynamic: true,
  staticLength: 0,
  encode(value) {
    const encoded = new Uint8Array(WORD + paddedLength(value.length))
    encoded.set(wordOf(BigInt(value.length)))
    encoded.set(value, WORD)
    return encoded
  },
  decode(data, start) {
    const length = lengthAt(data, start)
    const from = start + WORD
    const end = from + paddedLength(length)
    requireRoom(data, from, end - from)
    if (!isZero(data, from + length, end)) throw new FormatError('', 'padding is not zero')
    return { value: data.slice(from, from + length), end }
  },
}

/** Returns the type of the dynamic array `element[]`. */
export function array<T>(element: AbiType<T>): AbiType<T[]> {
  const members = (count: number): Member[] =>
    Array.from({ length: count }, (_, i) => [`[${i}]`, element as AbiType<unknown>])
  return {
    name: `${element.name}[]`,
    isDynamic: true,
    staticLength: 0,
    encode: (values) =>
      concatBytes(wordOf(BigInt(values.length)), encodeMembers(members(values.length), values)),
    decode(data, start) {
      const count = lengthAt(data, start)
      // Each element takes at least a word, so a false count fails here and not in a long loop.
      if (count > data.length / WORD) throw new FormatError('', 'the data ends too early')
      return decodeMembers<T[]>(members(count), data, start + WORD)
    },
  }
}

/** Returns the type of the array `element[count]`. */
export function fixedArray<T>(element: AbiType<T>, count: number): AbiType<T[]> {
  const members = Array.from(
    { length: count },
    (_, i): Member => [`[${i}]`, element as AbiType<unknown>],
  )
  return {
    name: `${element.name}[${count}]`,
    isDynamic: element.isDynamic,
    staticLength: element.isDynamic ? 0 : count * element.staticLength,
    encode(values) {
      if (values.length !== count)
        throw new FormatError('', `expected ${count} values, got ${values.length}`)
      return encodeMembers(members, values)
    },
    decode: (data, start) => decodeMembers<T[]>(members, data, start),
  }
}

/**
 * Returns the type of a struct. Parameters and event data are the encoding of the tuple of their
 * members.
 */
export function tuple<Fields extends AbiFields>(fields: Fields): AbiType<AbiRecord<Fields>> {
  const members: Member[] = Object.entries(fields)
  const types = members.map(([, type]) => type)
  return {
    name: `(${types.map((type) => type.name).join()})`,
    isDynamic: types.some((type) => type.isDynamic),
    staticLength: types.reduce((sum, type) => sum + type.staticLength, 0),
    encode(value) {
      const values = value as Record<string, unknown>
      return encodeMembers(
        members,
        members.map(([name]) => values[name]),
      )
    },
    decode(data, start) {
      const { value: values, end } = decodeMembers(members, data, start)
      const value: Record<string, unknown> = {}
      members.forEach(([name], i) => {
        value[name] = values[i]
      })
      return { value: value as AbiRecord<Fields>, end }
    },
  }
}

/** Encodes `value` alone, as Solidity's `abi.encode` does for the members of a tuple. */
export function encodeAbi<T>(type: AbiType<T>, value: T): Uint8Array {
  return type.encode(value)
}

/** Decodes the value that fills `data`; throws {@link FormatError}, also on trailing bytes. */
export function decodeAbi<T>(type: AbiType<T>, data: Uint8Array): T {
  // A copy, since slices of a Buffer would share its memory.
  const { value, end } = type.decode(new Uint8Array(data), 0)
  if (end !== data.length) throw new FormatError('', `${data.length - end} trailing bytes`)
  return value
}

/**
 * Returns keccak256 of a signature text such as `Transfer(address,address,uint256)`: an event's
 * topic 0.
 */
export function signatureHash(signature: string): Uint8Array {
  return keccak256(asciiToBytes(signature))
}

/** A part with its name in error paths: a member name or `[index]`. */
type Member = readonly [name: string, type: AbiType<unknown>]

const headLength = (type: AbiType<unknown>) => (type.isDynamic ? WORD : type.staticLength)
const headsLength = (members: readonly Member[]) =>
  members.reduce((sum, [, type]) => sum + headLength(type), 0)

function encodeMembers(members: readonly Member[], values: readonly unknown[]): Uint8Array {
  const heads: Uint8Array[] = []
  const tails: Uint8Array[] = []
  let offset = headsLength(members)
  members.forEach(([name, type], i) => {
    const encoded = part(name, () => type.encode(values[i]))
    heads.push(type.isDynamic ? wordOf(BigInt(offset)) : encoded)
    if (!type.isDynamic) return
    tails.push(encoded)
    offset += encoded.length
  })
  return concatBytes(...heads, ...tails)
}

function decodeMembers<T extends unknown[]>(
  members: readonly Member[],
  data: Uint8Array,
  start: number,
) {
  let head = start
  let tail = start + headsLength(members)
  const value = members.map(([name, type]) =>
    part(name, () => {
      if (type.isDynamic && lengthAt(data, head) !== tail - start)
        throw new FormatError('', 'offset is not that of the next tail')
      const decoded = type.decode(data, type.isDynamic ? tail : head)
      if (type.isDynamic) tail = decoded.end
      head += headLength(type)
      return decoded.value
    }),
  )
  return { value: value as T, end: tail }
}

/** Runs `work` on a part of a value and names the part in its error. */
function part<Result>(name: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw inside(name, error)
  }
}

function word<T>(
  name: string,
  encode: (value: T) => Uint8Array,
  decode: (data: Uint8Array, start: number) => T,
): AbiType<T> {
  return {
    name,
    isDynamic: false,
    staticLength: WORD,
    encode,
    decode(data, start) {
      requireRoom(data, start, WORD)
      return { value: decode(data, start), end: start + WORD }
    },
  }
}

const paddedLength = (length: number) => Math.ceil(length / WORD) * WORD

/** Reads a length or an offset; one beyond the data fails at its use. */
function lengthAt(data: Uint8Array, start: number): number {
  requireRoom(data, start, WORD)
  return Number(numberOfWord(data, start))
}

function requireRoom(data: Uint8Array, start: number, length: number): void {
  if (length > data.length - start) throw new FormatError('', 'the data ends too early')
}

function isZero(data: Uint8Array, start: number, end: number): boolean {
  for (let place = start; place < end; place++) if (data[place] !== 0) return false
  return true
}

function exactly(length: number, value: Uint8Array): Uint8Array {
  if (value.length === length) return value
  throw new FormatError('', `expected ${length} bytes, got ${value.length}`)
}

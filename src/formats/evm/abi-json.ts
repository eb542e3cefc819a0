import { parseEvmAddress } from '../addresses.ts'
import { FormatError } from '../codec.ts'
import { fromHex } from '../ids.ts'
import {
  type AbiFields,
  type AbiType,
  address,
  array,
  bool,
  bytes,
  encodeAbi,
  fixedArray,
  fixedBytes,
  int,
  tuple,
  uint,
} from './abi.ts'

/** A parameter as in the JSON ABI of a compiler. */
export interface AbiParameter {
  readonly name?: string
  /** `uint256`, `address[2][]`, or `tuple` with any array suffix. */
  readonly type: string
  /** Members of a `tuple`. */
  readonly components?: readonly AbiParameter[]
}

/** Returns the 20 bytes of an address or of a name for one; throws {@link FormatError}. */
type AddressReader = (text: string) => Uint8Array

/** Elements that a type such as `uint256[1024]` may have, so that a short text stays a small type. */
const maxCount = 1_024

/**
 * Encodes the arguments of a function or constructor from JSON values. Integers are numbers or
 * texts in decimal or 0x hex, bytes are 0x hex, structs are arrays in order or objects by name.
 * @throws FormatError with the path of the value that does not fit: `amounts[2]`
 */
export function encodeArguments(
  parameters: readonly AbiParameter[],
  values: readonly unknown[],
  readAddress: AddressReader = parseEvmAddress,
): Uint8Array {
  const expected = parameters.length
  if (values.length !== expected)
    throw new FormatError(
      '',
      `takes ${expected} argument${expected === 1 ? '' : 's'}, not ${values.length}`,
    )
  return encodeAbi(structType(parameters, readAddress), values)
}

/** Returns the canonical name of a type, as in a signature: `(uint256,address)[]`. */
export const canonicalType = (parameter: AbiParameter): string =>
  typeOf(parameter, parseEvmAddress).name

function typeOf(parameter: AbiParameter, readAddress: AddressReader): AbiType<unknown> {
  const [, base = '', suffix = ''] = /^([^[]*)(.*)$/s.exec(parameter.type) ?? []
  let type =
    base === 'tuple'
      ? structType(parameter.components ?? [], readAddress)
      : elementType(base, readAddress)
  if (!/^(\[([1-9]\d{0,9})?\])*$/.test(suffix)) throw unknownType(parameter.type)
  for (const [, digits = ''] of suffix.matchAll(/\[(\d*)\]/g)) {
    if (Number(digits) > maxCount)
      throw new FormatError('', `${parameter.type} has more than ${maxCount} elements`)
    type = listType(digits === '' ? array(type) : fixedArray(type, Number(digits)))
  }
  return type
}

function elementType(name: string, readAddress: AddressReader): AbiType<unknown> {
  const [, kind = '', digits = ''] = /^([a-z]+)(\d*)$/.exec(name) ?? []
  const size = Number(digits)
  const hasBits = size % 8 === 0 && size <= 256 && (digits === '' || size > 0)
  if ((kind === 'uint' || kind === 'int') && hasBits && !digits.startsWith('0'))
    return reading(kind === 'uint' ? uint(size || 256) : int(size || 256), integerFrom)
  if (kind === 'bytes' && /^([1-9]|[12]\d|3[0-2])$/.test(digits))
    return reading(fixedBytes(size), bytesFrom)
  switch (name) {
    case 'address':
      return reading(address, (value) => readAddress(textFrom(value)))
    case 'bool':
      return reading(bool, booleanFrom)
    case 'bytes':
      return reading(bytes, bytesFrom)
    case 'string':
      return { ...reading(bytes, (value) => Buffer.from(textFrom(value))), name: 'string' }
    default:
      throw unknownType(name)
  }
}

function structType(
  parameters: readonly AbiParameter[],
  readAddress: AddressReader,
): AbiType<unknown> {
  const keys = parameters.map(({ name }, place) => name || `[${place}]`)
  // Without a prototype, `__proto__` is a name like others.
  const fields: AbiFields = Object.create(null)
  parameters.forEach((parameter, place) => {
    // Parameters of one name would replace each other.
    const key = keys.indexOf(keys[place] ?? '') === place ? keys[place] : `[${place}]`
    fields[key ?? ''] = typeOf(parameter, readAddress)
  })
  const names = Object.keys(fields)
  const type = tuple(fields) as AbiType<Record<string, unknown>>
  return reading(type, (value) => {
    const isList = Array.isArray(value)
    if (!isList && (typeof value !== 'object' || value === null))
      throw unfit('an array or an object', value)
    const given = isList ? value.length : Object.keys(value).length
    if (given !== names.length)
      throw new FormatError('', `expected ${names.length} values, got ${given}`)
    if (isList) return Object.fromEntries(names.map((name, place) => [name, value[place]]))
    return value as Record<string, unknown>
  })
}

/** Returns the type that encodes what `read` makes of a JSON value. */
const reading = <T>(type: AbiType<T>, read: (value: unknown) => T): AbiType<unknown> => ({
  ...type,
  encode: (value) => type.encode(read(value)),
})

const listType = (type: AbiType<unknown[]>): AbiType<unknown> =>
  reading(type, (value) => {
    if (Array.isArray(value)) return value
    throw unfit('an array', value)
  })

function integerFrom(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  // 80 digits hold 256 bits.
  if (typeof value === 'string' && /^(-?\d{1,80}|0x[\da-f]{1,64})$/i.test(value))
    return BigInt(value)
  throw unfit('an integer, as text if it is above 2^53 - 1', value)
}

function bytesFrom(value: unknown): Uint8Array {
  if (typeof value === 'string' && /^0x([\da-f]{2})*$/i.test(value)) return fromHex(value)
  throw unfit('0x and an even number of hex digits', value)
}

function textFrom(value: unknown): string {
  if (typeof value === 'string') return value
  throw unfit('a text', value)
}

function booleanFrom(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw unfit('true or false', value)
}

const unfit = (expected: string, value: unknown) =>
  new FormatError('', `must be ${expected}, not ${JSON.stringify(value)?.slice(0, 80)}`)

const unknownType = (name: string) =>
  new FormatError('', `${JSON.stringify(name.slice(0, 80))} is no type of Solidity's ABI`)

import { fromHex } from '../../formats/ids.ts'
import { type EvmRpcError, invalidArgument } from './rpc-error.ts'

/** What a value is read into, for the text of its refusal. */
export interface Target {
  /** Index of the argument. */
  readonly index: number
  /** `Go value`, or `Go struct field` with its name. */
  readonly name: string
}

/** Returns the target of a value that is no field of an object. */
export const goValue = (index: number): Target => ({ index, name: 'Go value' })

/** Returns the error of a value that is not of its Go type. */
export const notUnmarshaled = ({ index, name }: Target, found: string, type: string): EvmRpcError =>
  invalidArgument(index, `json: cannot unmarshal ${found} into ${name} of type ${type}`)

/**
 * Reads bytes of any length.
 * @throws EvmRpcError
 */
export function bytesIn(value: unknown, target: Target, type = 'hexutil.Bytes'): Uint8Array {
  if (typeof value !== 'string') throw notUnmarshaled(target, 'non-string', type)
  if (value === '') return new Uint8Array()
  if (!/^0x/i.test(value)) throw notUnmarshaled(target, 'hex string without 0x prefix', type)
  if (value.length % 2 !== 0) throw notUnmarshaled(target, 'hex string of odd length', type)
  if (!/^..[0-9a-fA-F]*$/.test(value)) throw notUnmarshaled(target, 'invalid hex string', type)
  return fromHex(`0x${value.slice(2)}`)
}

/**
 * Reads an address in lower case.
 * @throws EvmRpcError
 */
export const addressIn = (value: unknown, target: Target): string =>
  fixedIn(value, target, 20, 'common.Address')

/**
 * Reads 32 bytes in lower-case hex.
 * @throws EvmRpcError
 */
export const hashIn = (value: unknown, target: Target): string =>
  fixedIn(value, target, 32, 'common.Hash')

function fixedIn(value: unknown, target: Target, length: number, type: string): string {
  // Almost all are well formed, and an access list can hold tens of thousands.
  const wellFormed = hexOfLength(value, length)
  if (wellFormed !== undefined) return wellFormed
  const bytes = bytesIn(value, target, type)
  throw invalidArgument(
    target.index,
    `hex string has length ${2 * bytes.length}, want ${2 * length} for ${type}`,
  )
}

const hex = /^0x[0-9a-f]*$/i

/** Returns so many bytes in lower-case hex; undefined for any other value. */
export const hexOfLength = (value: unknown, length: number): string | undefined =>
  typeof value === 'string' && value.length === 2 + 2 * length && hex.test(value)
    ? value.toLowerCase()
    : undefined

/**
 * Reads a whole number.
 * @throws EvmRpcError
 */
export function quantityIn(
  value: unknown,
  target: Target,
  type: 'hexutil.Uint' | 'hexutil.Uint64' | '*hexutil.Big',
): bigint {
  if (typeof value !== 'string') throw notUnmarshaled(target, 'non-string', type)
  const read = readQuantity(value, type === '*hexutil.Big' ? 256 : 64)
  if (typeof read === 'string') throw notUnmarshaled(target, read, type)
  return read
}

/**
 * Reads a whole number in hex without leading zeros, in the order of go-ethereum's common/hexutil.
 * There, an empty text is 0.
 * @returns the number, or the text of what is wrong with it
 */
function readQuantity(text: string, bits: 64 | 256): bigint | string {
  if (text === '') return 0n
  if (!/^0x/i.test(text)) return 'hex string without 0x prefix'
  const digits = text.slice(2)
  if (digits === '') return 'hex string "0x"'
  if (digits.length > 1 && digits.startsWith('0')) return 'hex number with leading zero digits'
  if (4 * digits.length > bits) return `hex number > ${bits} bits`
  return /^[0-9a-fA-F]+$/.test(digits) ? BigInt(`0x${digits}`) : 'invalid hex string'
}

/**
 * Reads the number of a block below 2^64.
 * @returns the number, or the text of what is wrong with it
 */
export function readBlockNumber(text: string): bigint | string {
  // Go reads this number with strconv.ParseUint, which refuses the first digit that is none or
  // that is one too many.
  if (text === '') return 'empty hex string'
  const read = readQuantity(text, 64)
  const isSyntax = read === 'hex number > 64 bits' && !/^..[0-9a-fA-F]{17}/.test(text)
  return isSyntax ? 'invalid hex string' : read
}

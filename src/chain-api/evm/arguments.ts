import { evmAddressText } from '../../formats/addresses.ts'
import { fromHex, toHex } from '../../formats/ids.ts'
import { EvmRpcError, invalidArgument, nameOf } from './rpc-error.ts'

/** Positional arguments of a call. */
export class Arguments {
  readonly #values: readonly unknown[]

  constructor(values: readonly unknown[]) {
    this.#values = values
  }

  /** Returns an argument; undefined when it is absent or null. */
  optional(index: number): unknown {
    return this.#values[index] ?? undefined
  }

  /**
   * Returns an argument that must be there.
   * @throws EvmRpcError
   */
  required(index: number): unknown {
    const value = this.optional(index)
    if (value === undefined)
      throw new EvmRpcError(-32602, `missing value for required argument ${index}`)
    return value
  }

  /** Returns an address in EIP-55. */
  address(index: number): string {
    return evmAddressText(this.#fixed(index, 20, 'common.Address'))
  }

  /** Returns a hash in lower-case hex. */
  hash(index: number): string {
    return toHex(this.#fixed(index, 32, 'common.Hash'))
  }

  /** Returns bytes of any length. */
  bytes(index: number): Uint8Array {
    return this.#bytes(index, 'hexutil.Bytes')
  }

  /** Returns a whole number below 2^64. */
  uint(index: number): bigint {
    const value = this.required(index)
    const type = 'hexutil.Uint'
    if (typeof value !== 'string') throw notUnmarshaled(index, 'non-string', type)
    const read = readUint64(value)
    if (typeof read === 'string') throw notUnmarshaled(index, read, type)
    return read
  }

  /** Returns true or false. */
  bool(index: number): boolean {
    const value = this.required(index)
    if (typeof value === 'boolean') return value
    throw notUnmarshaled(index, nameOf(value), 'bool')
  }

  #bytes(index: number, type: string): Uint8Array {
    const text = this.required(index)
    if (typeof text !== 'string') throw notUnmarshaled(index, 'non-string', type)
    if (text === '') return new Uint8Array()
    if (!/^0x/i.test(text)) throw notUnmarshaled(index, 'hex string without 0x prefix', type)
    if (text.length % 2 !== 0) throw notUnmarshaled(index, 'hex string of odd length', type)
    if (!/^..[0-9a-fA-F]*$/.test(text)) throw notUnmarshaled(index, 'invalid hex string', type)
    return fromHex(`0x${text.slice(2)}`)
  }

  #fixed(index: number, length: number, type: string): Uint8Array {
    const bytes = this.#bytes(index, type)
    if (bytes.length === length) return bytes
    throw invalidArgument(
      index,
      `hex string has length ${2 * bytes.length}, want ${2 * length} for ${type}`,
    )
  }
}

/** Returns the error of a value that is of no Go type. */
const notUnmarshaled = (index: number, value: string, type: string): EvmRpcError =>
  invalidArgument(index, `json: cannot unmarshal ${value} into Go value of type ${type}`)

/**
 * Reads a whole number below 2^64 in hex without leading zeros.
 * @returns the number, or the text of what is wrong with it (go-ethereum common/hexutil)
 */
export function readUint64(text: string): bigint | string {
  if (text === '') return 'empty hex string'
  if (!/^0x/i.test(text)) return 'hex string without 0x prefix'
  const digits = text.slice(2)
  if (digits === '') return 'hex string "0x"'
  if (digits.length > 1 && digits.startsWith('0')) return 'hex number with leading zero digits'
  if (!/^[0-9a-fA-F]+$/.test(digits)) return 'invalid hex string'
  return digits.length > 16 ? 'hex number > 64 bits' : BigInt(`0x${digits}`)
}

/** Formats a quantity. */
export const quantity = (value: bigint | number): string => `0x${value.toString(16)}`

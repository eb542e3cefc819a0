import { evmAddressText } from '../../formats/addresses.ts'
import { fromHex } from '../../formats/ids.ts'
import { EvmRpcError, invalidArgument } from './rpc-error.ts'

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
    return evmAddressText(this.#bytes(index, 20, 'common.Address'))
  }

  /** Returns a hash in lower-case hex. */
  hash(index: number): string {
    return `0x${Buffer.from(this.#bytes(index, 32, 'common.Hash')).toString('hex')}`
  }

  /** Returns bytes of any length. */
  bytes(index: number): Uint8Array {
    const text = this.required(index)
    if (typeof text !== 'string')
      throw invalidArgument(
        index,
        'json: cannot unmarshal non-string into Go value of type hexutil.Bytes',
      )
    if (!text.startsWith('0x')) throw invalidArgument(index, 'hex string without 0x prefix')
    if (text.length % 2 !== 0) throw invalidArgument(index, 'hex string of odd length')
    if (!/^0x[0-9a-fA-F]*$/.test(text)) throw invalidArgument(index, 'invalid hex string')
    return fromHex(text)
  }

  /** Returns a quantity. */
  quantity(index: number): bigint {
    return quantityOf(this.required(index), index)
  }

  #bytes(index: number, length: number, type: string): Uint8Array {
    const bytes = this.bytes(index)
    if (bytes.length === length) return bytes
    throw invalidArgument(
      index,
      `hex string has length ${2 * bytes.length}, want ${2 * length} for ${type}`,
    )
  }
}

/** Reads a quantity: hex without leading zeros. */
export function quantityOf(value: unknown, index: number): bigint {
  if (typeof value !== 'string' || !value.startsWith('0x'))
    throw invalidArgument(index, 'hex string without 0x prefix')
  if (value === '0x') throw invalidArgument(index, 'hex string "0x"')
  if (!/^0x(0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/.test(value))
    throw invalidArgument(
      index,
      /^0x0/.test(value) ? 'hex number with leading zero digits' : 'invalid hex string',
    )
  return BigInt(value)
}

/** Formats a quantity. */
export const quantity = (value: bigint | number): string => `0x${value.toString(16)}`

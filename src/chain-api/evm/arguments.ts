import { evmAddressText } from '../../formats/addresses.ts'
import { fromHex } from '../../formats/ids.ts'
import { addressIn, bytesIn, goValue, hashIn, notUnmarshaled, quantityIn } from './hex-values.ts'
import { EvmRpcError, nameOf } from './rpc-error.ts'

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
    return evmAddressText(fromHex(addressIn(this.required(index), goValue(index))))
  }

  /** Returns a hash in lower-case hex. */
  hash(index: number): string {
    return hashIn(this.required(index), goValue(index))
  }

  /** Returns bytes of any length. */
  bytes(index: number): Uint8Array {
    return bytesIn(this.required(index), goValue(index))
  }

  /** Returns a whole number below 2^64. */
  uint(index: number): bigint {
    return quantityIn(this.required(index), goValue(index), 'hexutil.Uint')
  }

  /** Returns true or false. */
  bool(index: number): boolean {
    const value = this.required(index)
    if (typeof value === 'boolean') return value
    throw notUnmarshaled(goValue(index), nameOf(value), 'bool')
  }
}

/** Formats a quantity. */
export const quantity = (value: bigint | number): string => `0x${value.toString(16)}`

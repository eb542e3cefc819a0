import { hexOf } from '../../../evm/state.ts'
import { fromHex } from '../../../formats/ids.ts'
import { invalidArgument, nameOf } from '../rpc-error.ts'

/** Fields of an argument that is a JSON object; absent and null are the same. */
export class ObjectFields {
  readonly #fields: Readonly<Record<string, unknown>>
  readonly #index: number
  /** Go type in the texts of errors. */
  readonly #type: string

  /** @throws EvmRpcError where the value is no object */
  constructor(value: unknown, index: number, type: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw invalidArgument(
        index,
        `json: cannot unmarshal ${nameOf(value)} into Go value of type ${type}`,
      )
    this.#fields = value as Record<string, unknown>
    this.#index = index
    this.#type = type
  }

  get names(): string[] {
    return Object.keys(this.#fields)
  }

  /** Returns a field as it is. */
  value(name: string): unknown {
    return Object.hasOwn(this.#fields, name) ? (this.#fields[name] ?? undefined) : undefined
  }

  /** Returns a text. */
  text(name: string): string | undefined {
    const value = this.value(name)
    if (value === undefined || typeof value === 'string') return value
    throw this.#refusal(name, nameOf(value), 'string')
  }

  /** Returns whether a field is true. */
  flag(name: string): boolean {
    const value = this.value(name)
    if (value === undefined || typeof value === 'boolean') return value === true
    throw this.#refusal(name, nameOf(value), 'bool')
  }

  /** Returns a whole number of JSON from 0 on. */
  count(name: string): number | undefined {
    const value = this.value(name)
    if (value === undefined) return undefined
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
    throw this.#refusal(name, nameOf(value), 'int')
  }

  /** Returns an address in lower case. */
  address(name: string): string | undefined {
    const value = this.value(name)
    if (typeof value === 'string' && addressForm.test(value)) return value.toLowerCase()
    const bytes = this.#bytes(name, 'common.Address')
    return bytes && hexOf(this.#ofLength(bytes, 20, 'common.Address'))
  }

  /** Returns 32 bytes in lower-case hex. */
  hash(name: string): string | undefined {
    const value = this.value(name)
    if (typeof value === 'string' && hashForm.test(value)) return value.toLowerCase()
    const bytes = this.#bytes(name, 'common.Hash')
    return bytes && hexOf(this.#ofLength(bytes, 32, 'common.Hash'))
  }

  bytes(name: string): Uint8Array | undefined {
    return this.#bytes(name, 'hexutil.Bytes')
  }

  /** Returns a quantity of at most 64 or 256 bits. */
  quantity(name: string, bits: 64 | 256 = 256): bigint | undefined {
    const value = this.value(name)
    if (value === undefined) return undefined
    const type = bits === 64 ? 'hexutil.Uint64' : '*hexutil.Big'
    if (typeof value !== 'string') throw this.#refusal(name, 'non-string', type)
    if (!value.startsWith('0x')) throw this.#refusal(name, 'hex string without 0x prefix', type)
    const digits = value.slice(2)
    if (digits === '') throw this.#refusal(name, 'hex string "0x"', type)
    if (digits.length > 1 && digits.startsWith('0'))
      throw this.#refusal(name, 'hex number with leading zero digits', type)
    if (4 * digits.length > bits) throw this.#refusal(name, `hex number > ${bits} bits`, type)
    if (!/^[0-9a-fA-F]+$/.test(digits)) throw this.#refusal(name, 'invalid hex string', type)
    return BigInt(value)
  }

  #bytes(name: string, type: string): Uint8Array | undefined {
    const value = this.value(name)
    if (value === undefined) return undefined
    if (typeof value !== 'string') throw this.#refusal(name, 'non-string', type)
    if (!value.startsWith('0x')) throw this.#refusal(name, 'hex string without 0x prefix', type)
    if (value.length % 2 !== 0) throw this.#refusal(name, 'hex string of odd length', type)
    if (!/^0x[0-9a-fA-F]*$/.test(value)) throw this.#refusal(name, 'invalid hex string', type)
    return fromHex(value)
  }

  #ofLength(bytes: Uint8Array, length: number, type: string): Uint8Array {
    if (bytes.length === length) return bytes
    throw invalidArgument(
      this.#index,
      `hex string has length ${2 * bytes.length}, want ${2 * length} for ${type}`,
    )
  }

  #refusal(name: string, found: string, type: string) {
    const field = `${this.#type.replace(/^.*\./, '')}.${name}`
    return invalidArgument(
      this.#index,
      `json: cannot unmarshal ${found} into Go struct field ${field} of type ${type}`,
    )
  }
}

// Almost all are well formed, and an access list can hold tens of thousands.
const addressForm = /^0x[0-9a-fA-F]{40}$/
const hashForm = /^0x[0-9a-fA-F]{64}$/

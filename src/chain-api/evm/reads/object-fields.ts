import {
  addressIn,
  bytesIn,
  goValue,
  hashIn,
  notUnmarshaled,
  quantityIn,
  type Target,
} from '../hex-values.ts'
import { nameOf } from '../rpc-error.ts'

/** Fields of an argument that is a JSON object; absent and null are the same. */
export class ObjectFields {
  readonly #fields: Readonly<Record<string, unknown>>
  readonly #index: number
  /** Go type in the texts of errors. */
  readonly #type: string

  /** @throws EvmRpcError where the value is no object */
  constructor(value: unknown, index: number, type: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw notUnmarshaled(goValue(index), nameOf(value), type)
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

  /** Returns a whole number of JSON, which may be negative. */
  int(name: string): number | undefined {
    const value = this.value(name)
    if (value === undefined) return undefined
    if (typeof value !== 'number') throw this.#refusal(name, nameOf(value), 'int')
    if (Number.isInteger(value) && Math.abs(value) < 2 ** 63) return value
    throw this.#refusal(name, `number ${value}`, 'int')
  }

  /** Returns an address in lower case. */
  address(name: string): string | undefined {
    const value = this.value(name)
    return value === undefined ? undefined : addressIn(value, this.#target(name))
  }

  /** Returns 32 bytes in lower-case hex. */
  hash(name: string): string | undefined {
    const value = this.value(name)
    return value === undefined ? undefined : hashIn(value, this.#target(name))
  }

  bytes(name: string): Uint8Array | undefined {
    const value = this.value(name)
    return value === undefined ? undefined : bytesIn(value, this.#target(name))
  }

  /** Returns a quantity of at most 64 or 256 bits. */
  quantity(name: string, bits: 64 | 256 = 256): bigint | undefined {
    const value = this.value(name)
    const type = bits === 64 ? 'hexutil.Uint64' : '*hexutil.Big'
    return value === undefined ? undefined : quantityIn(value, this.#target(name), type)
  }

  #target(name: string): Target {
    const struct = this.#type.replace(/^.*\./, '')
    return { index: this.#index, name: `Go struct field ${struct}.${name}` }
  }

  #refusal(name: string, found: string, type: string) {
    return notUnmarshaled(this.#target(name), found, type)
  }
}

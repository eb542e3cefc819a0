import { toHex } from '../formats/ids.ts'
import { keccak256 } from '../formats/keccak.ts'
import type { AccountChange, AccountRecord, StateReader } from './state.ts'

/** A state with changes over another one: a block in progress, or overrides of a call. */
export class OverlayState implements StateReader {
  readonly #accounts = new Map<string, AccountRecord | undefined>()
  readonly #code = new Map<string, Uint8Array>()
  readonly #storage = new Map<string, Map<bigint, bigint>>()
  /** Accounts whose slots below count no more. */
  readonly #cleared = new Set<string>()

  readonly below: StateReader

  constructor(below: StateReader) {
    this.below = below
  }

  account(address: string): AccountRecord | undefined {
    return this.#accounts.has(address) ? this.#accounts.get(address) : this.below.account(address)
  }

  code(hash: string): Uint8Array {
    return this.#code.get(hash) ?? this.below.code(hash)
  }

  storage(address: string, slot: bigint): bigint {
    const changed = this.#storage.get(address)?.get(slot)
    if (changed !== undefined) return changed
    return this.#cleared.has(address) ? 0n : this.below.storage(address, slot)
  }

  apply(changes: readonly AccountChange[]): void {
    for (const { address, after, code, clearsStorage, storage } of changes) {
      this.#accounts.set(address, after)
      if (code) this.#code.set(toHex(keccak256(code)), code)
      if (clearsStorage) {
        this.#cleared.add(address)
        this.#storage.delete(address)
      }
      if (storage.length === 0) continue
      const slots = this.#storage.get(address) ?? new Map<bigint, bigint>()
      for (const { slot, after: value } of storage) slots.set(slot, value)
      this.#storage.set(address, slots)
    }
  }
}

/** A state without accounts. */
export const emptyState: StateReader = {
  account: () => undefined,
  code: (hash) => {
    throw new Error(`internal error: an account names the code ${hash}, but no code has this hash`)
  },
  storage: () => 0n,
}

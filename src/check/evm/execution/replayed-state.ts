import {
  type AccountChange,
  type AccountRecord,
  EMPTY_CODE_HASH,
  noAccount,
  type StateReader,
} from '../../../evm/state.ts'
import { type AccountFields, StateTrie } from '../../../evm/state-trie.ts'
import type { NodeStore } from '../../../evm/trie.ts'
import { toHex } from '../../../formats/ids.ts'
import { keccak256 } from '../../../formats/keccak.ts'

/** An account or a slot after a block that changed it, as a text. */
export type StateText = string

/** Latest state of a chain that is executed again, all of it in memory. */
export class ReplayedState implements StateReader {
  readonly #accounts = new Map<string, AccountRecord>()
  readonly #code = new Map<string, Uint8Array>()
  readonly #storage = new Map<string, Map<bigint, bigint>>()
  /** Accounts and slots before the block, where it changed them. */
  readonly #accountsBefore = new Map<string, AccountRecord | undefined>()
  readonly #slotsBefore = new Map<string, Map<bigint, bigint>>()
  readonly #cleared = new Set<string>()
  /** Trie nodes by owner and path. */
  readonly nodes = new Map<string, Map<string, Uint8Array>>()
  readonly #trie: StateTrie

  constructor(fields: AccountFields) {
    const of = (owner: string): NodeStore => {
      const found = this.nodes.get(owner) ?? new Map<string, Uint8Array>()
      this.nodes.set(owner, found)
      return found
    }
    this.#trie = new StateTrie({ of, clear: (owner) => this.nodes.delete(owner) }, fields)
  }

  account(address: string): AccountRecord | undefined {
    return this.#accounts.get(address)
  }

  code(hash: string): Uint8Array {
    const code = this.#code.get(hash)
    if (!code) throw new Error(`no code has the hash ${hash}`)
    return code
  }

  storage(address: string, slot: bigint): bigint {
    return this.#storage.get(address)?.get(slot) ?? 0n
  }

  addCode(code: Uint8Array): void {
    this.#code.set(toHex(keccak256(code)), code)
  }

  setAccount(address: string, account: AccountRecord | undefined): void {
    if (!this.#accountsBefore.has(address))
      this.#accountsBefore.set(address, this.#accounts.get(address))
    if (account) this.#accounts.set(address, account)
    else this.#accounts.delete(address)
  }

  setSlot(address: string, slot: bigint, value: bigint): void {
    const slots = this.#storage.get(address) ?? new Map<bigint, bigint>()
    const before = this.#slotsBefore.get(address) ?? new Map<bigint, bigint>()
    if (!before.has(slot)) before.set(slot, slots.get(slot) ?? 0n)
    if (value === 0n) slots.delete(slot)
    else slots.set(slot, value)
    this.#storage.set(address, slots)
    this.#slotsBefore.set(address, before)
  }

  apply(changes: readonly AccountChange[]): void {
    for (const { address, after, code, clearsStorage, storage } of changes) {
      if (code) this.addCode(code)
      if (clearsStorage) {
        this.#cleared.add(address)
        for (const slot of [...(this.#storage.get(address)?.keys() ?? [])])
          this.setSlot(address, slot, 0n)
      }
      this.setAccount(address, after)
      for (const { slot, after: value } of storage) this.setSlot(address, slot, value)
    }
  }

  /**
   * Ends a block.
   * @returns root of the state, and what has changed
   */
  endBlock(): { root: string; changed: StateText[] } {
    const changed: StateText[] = []
    const changes: AccountChange[] = []
    const addresses = new Set([...this.#accountsBefore.keys(), ...this.#slotsBefore.keys()])
    for (const address of addresses) {
      const after = this.#accounts.get(address)
      const before = this.#accountsBefore.has(address) ? this.#accountsBefore.get(address) : after
      changed.push(...accountTexts(address, before, after))
      const clearsStorage = this.#cleared.has(address)
      const slots = this.#storage.get(address) ?? new Map<bigint, bigint>()
      for (const [slot, value] of this.#slotsBefore.get(address) ?? [])
        if (value !== (slots.get(slot) ?? 0n))
          changed.push(slotText(address, slot, slots.get(slot) ?? 0n))
      const touched = clearsStorage ? slots.keys() : (this.#slotsBefore.get(address)?.keys() ?? [])
      const storage = [...touched].map((slot) => ({
        ...{ slot, before: 0n, after: slots.get(slot) ?? 0n },
      }))
      changes.push({ address, before, after, clearsStorage, storage })
    }
    const root = toHex(this.#trie.update(changes))
    this.#accountsBefore.clear()
    this.#slotsBefore.clear()
    this.#cleared.clear()
    return { root, changed }
  }
}

/** Returns the texts of an account's columns that a block has changed. */
function accountTexts(
  address: string,
  before: AccountRecord = noAccount,
  after: AccountRecord = noAccount,
): StateText[] {
  const texts: StateText[] = []
  if (before.balance !== after.balance) texts.push(balanceText(address, String(after.balance)))
  if (
    before.nonce !== after.nonce ||
    before.codeHash !== after.codeHash ||
    before.isMultiCoin !== after.isMultiCoin
  )
    texts.push(accountText(address, after))
  return texts
}

export const balanceText = (address: string, balance: string): StateText =>
  `balance of ${address}: ${balance}`

export const accountText = (
  address: string,
  { nonce, codeHash, isMultiCoin }: Omit<AccountRecord, 'balance'>,
): StateText =>
  `account ${address}: nonce ${nonce}, ${codeHash === EMPTY_CODE_HASH ? 'no code' : `code ${codeHash}`}${isMultiCoin ? ', assets' : ''}`

export const slotText = (address: string, slot: bigint, value: bigint): StateText =>
  `slot 0x${slot.toString(16)} of ${address}: ${value}`

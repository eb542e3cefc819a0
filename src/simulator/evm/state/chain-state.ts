import {
  type AccountChange,
  type AccountRecord,
  bytesOf,
  EMPTY_CODE_HASH,
  noAccount,
  type StateReader,
} from '../../../evm/state.ts'
import { type AccountFields, StateTrie } from '../../../evm/state-trie.ts'
import { evmAddressText } from '../../../formats/addresses.ts'
import { toHex } from '../../../formats/ids.ts'
import { keccak256 } from '../../../formats/keccak.ts'
import { numberOfWord, wordOf } from '../../../formats/words.ts'
import {
  accountOf,
  bytesOfNumber,
  codeOf,
  LATEST,
  numberOfBytes,
  selectAccount,
  selectBalance,
  selectSlot,
} from '../../../store/evm-state.ts'
import { statement } from '../../../store/statement.ts'
import type { WorldStore } from '../../../store/world-store.ts'
import { TrieNodeRows } from './trie-node-rows.ts'

/** Accounts, and slots, in memory after which all are read again. */
const maxRemembered = 50_000

/** Maximum number of unwritten nodes of the trie, for long periods without a commit. */
const maxUnwritten = 20_000

/** Change of an account since the last block. */
interface Pending {
  readonly before: AccountRecord | undefined
  code: Uint8Array | undefined
  isCleared: boolean
  /** Values of slots before. */
  readonly slots: Map<bigint, bigint>
}

/**
 * The latest state of one chain: read row by row on demand, remembered, and written once a block;
 * the trie once a commit.
 * Addresses are `0x` and digits in any case.
 */
export class ChainState implements StateReader {
  readonly #store: WorldStore
  readonly #chainId: string
  readonly #nodes: TrieNodeRows
  readonly #trie: StateTrie
  readonly #accounts = new Map<string, AccountRecord | undefined>()
  readonly #storage = new Map<string, Map<bigint, bigint>>()
  #slots = 0
  readonly #pending = new Map<string, Pending>()
  /** What {@link root} has found, until the next change or {@link flush}. */
  #found: readonly AccountChange[] | undefined
  /** Code without a row yet. */
  readonly #newCode = new Map<string, Uint8Array>()
  readonly #texts = new Map<string, string>()

  constructor(store: WorldStore, chainId: string, fields: AccountFields) {
    this.#store = store
    this.#chainId = chainId
    this.#nodes = new TrieNodeRows(store, chainId)
    this.#trie = new StateTrie(this.#nodes, fields)
  }

  account(address: string): AccountRecord | undefined {
    const key = address.toLowerCase()
    const known = this.#accounts.get(key)
    if (known || this.#accounts.has(key)) return known
    const at = { chainId: this.#chainId, address: key, block: LATEST }
    const balance = BigInt(this.#store.get(selectBalance, at)?.balance ?? 0)
    const account = accountOf(balance, this.#store.get(selectAccount, at))
    this.#accounts.set(key, account)
    return account
  }

  code(hash: string): Uint8Array {
    return this.#newCode.get(hash) ?? codeOf(this.#store, hash)
  }

  storage(address: string, slot: bigint): bigint {
    const slots = this.#slotsOf(address.toLowerCase())
    const known = slots.get(slot)
    if (known !== undefined) return known
    const at = { chainId: this.#chainId, address, slot: wordOf(slot), block: LATEST }
    const stored = this.#store.get(selectSlot, at)?.value
    const value = stored ? numberOfBytes(stored) : 0n
    slots.set(slot, value)
    this.#slots++
    return value
  }

  /** Returns the balance of an account in wei. */
  balanceOf(address: string): bigint {
    return this.account(address)?.balance ?? 0n
  }

  /** Returns the nonce of the account's next transaction. */
  nonceOf(address: string): bigint {
    return this.account(address)?.nonce ?? 0n
  }

  /**
   * Adds to a balance.
   * @throws when the balance would fall below zero: the caller must check first
   */
  add(address: string, wei: bigint): void {
    const key = address.toLowerCase()
    const before = this.account(key)
    const account = before ?? noAccount
    const balance = account.balance + wei
    if (balance < 0n)
      throw new Error(`internal error: ${address} has ${account.balance} and cannot give ${-wei}`)
    if (wei !== 0n) this.#set(key, { ...account, balance })
  }

  useNonce(address: string): void {
    const key = address.toLowerCase()
    const account = this.account(key) ?? noAccount
    this.#set(key, { ...account, nonce: account.nonce + 1n })
  }

  /** Applies the changes of a transaction. */
  apply(changes: readonly AccountChange[]): void {
    for (const { address, after, code, clearsStorage, storage } of changes) {
      const pending = this.#pendingOf(address)
      if (clearsStorage) this.#clear(address, pending)
      if (code) {
        const hash = toHex(keccak256(code))
        this.#newCode.set(hash, code)
        pending.code = code
      }
      this.#accounts.set(address, after)
      if (storage.length === 0) continue
      const slots = this.#slotsOf(address)
      for (const { slot, before, after: value } of storage) {
        if (!pending.slots.has(slot)) pending.slots.set(slot, before)
        slots.set(slot, value)
      }
    }
  }

  /**
   * Returns the root of the state with all changes since {@link flush}, which writes them. It is
   * called once between two of these.
   */
  root(): Uint8Array {
    this.#found = this.#changes()
    return this.#trie.update(this.#found)
  }

  /** Writes the changes of a block, but for the trie. */
  flush(blockNumber: number): void {
    const chain_id = this.#chainId
    const block_number = blockNumber
    const changes = this.#found ?? this.#changes()
    for (const change of changes) {
      const { before = noAccount, after = noAccount, storage } = change
      const address = this.#textOf(change.address)
      if (after.balance !== before.balance)
        this.#store.insert('evm_balance', {
          chain_id,
          address,
          block_number,
          balance: after.balance,
        })
      if (after.codeHash !== before.codeHash) this.#writeCode(after.codeHash)
      if (
        after.nonce !== before.nonce ||
        after.codeHash !== before.codeHash ||
        after.isMultiCoin !== before.isMultiCoin
      )
        this.#store.insert('evm_account', {
          chain_id,
          address,
          block_number,
          nonce: Number(after.nonce),
          code_hash: after.codeHash === EMPTY_CODE_HASH ? null : after.codeHash,
          is_multi_coin: after.isMultiCoin ? 1 : 0,
        })
      for (const { slot, after: value } of storage)
        this.#store.insert('evm_storage', {
          chain_id,
          address,
          slot: wordOf(slot),
          block_number,
          value: bytesOfNumber(value),
        })
    }
    if (this.#nodes.unwritten > maxUnwritten) this.flushTrie()
    this.#pending.clear()
    this.#found = undefined
    this.#newCode.clear()
    if (this.#accounts.size > maxRemembered) this.#accounts.clear()
    if (this.#texts.size > maxRemembered) this.#texts.clear()
    if (this.#slots <= maxRemembered) return
    this.#storage.clear()
    this.#slots = 0
  }

  /** Writes the nodes of the trie that the rows lack. */
  flushTrie(): void {
    this.#nodes.flush()
  }

  /** Returns what has changed since the last flush, one change an account. */
  #changes(): AccountChange[] {
    const changes: AccountChange[] = []
    for (const [address, { before, code, isCleared, slots }] of this.#pending) {
      const after = this.#accounts.get(address)
      const values = this.#slotsOf(address)
      const storage: { slot: bigint; before: bigint; after: bigint }[] = []
      for (const [slot, value] of slots) {
        const now = values.get(slot) ?? 0n
        if (now !== value) storage.push({ slot, before: value, after: now })
        // The trie of cleared storage is empty, so it needs what is as before, too.
        else if (isCleared && now !== 0n) storage.push({ slot, before: 0n, after: now })
      }
      const change = { address, before, after, clearsStorage: isCleared, storage }
      changes.push(code ? { ...change, code } : change)
    }
    return changes
  }

  #set(address: string, account: AccountRecord): void {
    this.#pendingOf(address)
    this.#accounts.set(address, account)
  }

  #pendingOf(address: string): Pending {
    this.#found = undefined
    const known = this.#pending.get(address)
    if (known) return known
    const before = this.account(address)
    const made = { before, code: undefined, isCleared: false, slots: new Map<bigint, bigint>() }
    this.#pending.set(address, made)
    return made
  }

  #slotsOf(address: string): Map<bigint, bigint> {
    const known = this.#storage.get(address)
    if (known) return known
    const made = new Map<bigint, bigint>()
    this.#storage.set(address, made)
    return made
  }

  /** Sets all slots of an account to 0. */
  #clear(address: string, pending: Pending): void {
    pending.isCleared = true
    const stored = this.#store.all(selectSlots, { chainId: this.#chainId, address })
    const slots = this.#slotsOf(address)
    for (const slot of new Set([...stored.map((row) => numberOfWord(row.slot)), ...slots.keys()])) {
      const value = this.storage(address, slot)
      if (!pending.slots.has(slot)) pending.slots.set(slot, value)
      slots.set(slot, 0n)
    }
  }

  #writeCode(hash: string): void {
    const code = this.#newCode.get(hash)
    if (!code || this.#store.get(selectHash, { hash })) return
    this.#store.insert('evm_code', { hash, code })
  }

  #textOf(address: string): string {
    const known = this.#texts.get(address)
    if (known) return known
    const text = evmAddressText(bytesOf(address))
    this.#texts.set(address, text)
    return text
  }
}

const selectSlots = statement<{ chainId: string; address: string }, { slot: Uint8Array }>(`
  SELECT DISTINCT slot FROM evm_storage
  WHERE chain_id = :chainId AND address = :address`)

const selectHash = statement<{ hash: string }, { hash: string }>(
  'SELECT hash FROM evm_code WHERE hash = :hash',
)

import { toHex } from '../formats/ids.ts'
import { keccak256 } from '../formats/keccak.ts'
import { analyzeCode, type Code } from './code.ts'
import {
  type AccountChange,
  type AccountRecord,
  EMPTY_CODE_HASH,
  type EvmLog,
  noAccount,
  type StateReader,
} from './state.ts'

/** Account during a transaction. Only the {@link Journal} writes to it. */
export interface Account {
  readonly address: string
  readonly before: AccountRecord | undefined
  nonce: bigint
  balance: bigint
  codeHash: string
  isMultiCoin: boolean
  /** Code, once it was read or deployed. */
  code: Uint8Array | undefined
  /** Whether the transaction has accessed it before (EIP-2929). */
  isWarm: boolean
  /** Whether it ceases to exist if it is empty in the end (EIP-161). */
  isTouched: boolean
  isCreated: boolean
  isDestroyed: boolean
  /** Undefined before the first access: most accounts of a transaction have none. */
  slots: Map<bigint, Slot> | undefined
  /** Undefined before the first write. */
  transient: Map<bigint, bigint> | undefined
}

/** Slot during a transaction. */
export interface Slot {
  /** Value before the transaction. */
  readonly before: bigint
  value: bigint
  isWarm: boolean
}

/** What a journal needs of the rules. */
export interface JournalRules {
  /** Addresses that are always warm. */
  readonly precompiles: { has(address: string): boolean }
  /** Whether keys of storage and balances of assets share a trie: the C-chain. */
  readonly separatesAssets: boolean
}

/** Bit of a slot's key that tells contract storage from balances of assets on the C-chain. */
const assetBit = 1n << 248n

/** Returns the key of a contract's slot: on the C-chain two keys that differ in one bit are one. */
export const contractSlot = (
  { separatesAssets }: Pick<JournalRules, 'separatesAssets'>,
  key: bigint,
): bigint => (separatesAssets && (key & assetBit) !== 0n ? key ^ assetBit : key)

/**
 * Changes of one transaction over a state. Each change notes how it is undone, so that a revert
 * costs what the reverted changes did.
 */
export class Journal {
  readonly logs: EvmLog[] = []
  /** Gas to refund in the end. */
  refund = 0
  readonly #accounts = new Map<string, Account>()
  readonly #undo: (() => void)[] = []

  readonly rules: JournalRules
  readonly state: StateReader

  constructor(rules: JournalRules, state: StateReader) {
    this.rules = rules
    this.state = state
  }

  /** Returns a mark for {@link revertTo}. */
  mark(): number {
    return this.#undo.length
  }

  /** Undoes all changes since a mark. */
  revertTo(mark: number): void {
    while (this.#undo.length > mark) this.#undo.pop()?.()
  }

  account(address: string): Account {
    let account = this.#accounts.get(address)
    if (!account) {
      const before = this.state.account(address)
      const { nonce, balance, codeHash, isMultiCoin } = before ?? noAccount
      account = {
        address,
        before,
        nonce,
        balance,
        codeHash,
        isMultiCoin,
        code: undefined,
        isWarm: false,
        isTouched: false,
        isCreated: false,
        isDestroyed: false,
        slots: undefined,
        transient: undefined,
      }
      this.#accounts.set(address, account)
    }
    return account
  }

  /** Returns whether the account is empty by EIP-161, which is the same as not to exist. */
  isEmpty(account: Account): boolean {
    const { nonce, balance, codeHash, isMultiCoin } = account
    return nonce === 0n && balance === 0n && codeHash === EMPTY_CODE_HASH && !isMultiCoin
  }

  codeOf(account: Account): Uint8Array {
    account.code ??= account.codeHash === EMPTY_CODE_HASH ? none : this.state.code(account.codeHash)
    return account.code
  }

  analyzedCodeOf(account: Account): Code {
    return analyzeCode(this.codeOf(account))
  }

  /** Makes the account warm; returns whether it was already. Precompiles always are. */
  warm(account: Account): boolean {
    if (account.isWarm || this.rules.precompiles.has(account.address)) return true
    account.isWarm = true
    this.#undo.push(() => {
      account.isWarm = false
    })
    return false
  }

  touch(account: Account): void {
    if (account.isTouched) return
    account.isTouched = true
    this.#undo.push(() => {
      account.isTouched = false
    })
  }

  setBalance(account: Account, balance: bigint): void {
    this.touch(account)
    const { balance: before } = account
    if (balance === before) return
    account.balance = balance
    this.#undo.push(() => {
      account.balance = before
    })
  }

  transfer(from: Account, to: Account, amount: bigint): void {
    this.setBalance(from, from.balance - amount)
    this.setBalance(to, to.balance + amount)
  }

  setNonce(account: Account, nonce: bigint): void {
    this.touch(account)
    const { nonce: before } = account
    account.nonce = nonce
    this.#undo.push(() => {
      account.nonce = before
    })
  }

  /** Begins a contract: storage of an earlier one at its address is gone, assets included (G-281). */
  create(account: Account): void {
    const { isCreated } = account
    const { slots } = account
    account.isCreated = true
    // What an earlier creation left in this transaction is gone too; access stays warm.
    account.slots = slots && emptied(slots)
    this.#undo.push(() => {
      account.isCreated = isCreated
      account.slots = slots
    })
    this.setNonce(account, 1n)
  }

  setCode(account: Account, code: Uint8Array): void {
    const { code: before, codeHash } = account
    account.code = code
    account.codeHash = code.length === 0 ? EMPTY_CODE_HASH : toHex(keccak256(code))
    this.#undo.push(() => {
      account.code = before
      account.codeHash = codeHash
    })
  }

  destroy(account: Account): void {
    const { isDestroyed } = account
    account.isDestroyed = true
    this.#undo.push(() => {
      account.isDestroyed = isDestroyed
    })
  }

  #slot(account: Account, key: bigint): Slot {
    account.slots ??= new Map()
    let slot = account.slots.get(key)
    if (!slot) {
      const before = account.isCreated ? 0n : this.state.storage(account.address, key)
      slot = { before, value: before, isWarm: false }
      account.slots.set(key, slot)
    }
    return slot
  }

  /** Returns a slot of a contract, by its key before normalization. */
  slot(account: Account, key: bigint): Slot {
    return this.#slot(account, contractSlot(this.rules, key))
  }

  /** Makes a slot warm, by its key before normalization; returns whether it was already. */
  warmSlot(account: Account, key: bigint): boolean {
    const slot = this.#slot(account, key)
    if (slot.isWarm) return true
    slot.isWarm = true
    this.#undo.push(() => {
      const present = account.slots?.get(key)
      if (present) present.isWarm = false
    })
    return false
  }

  setSlot(slot: Slot, value: bigint): void {
    const { value: before } = slot
    slot.value = value
    this.#undo.push(() => {
      slot.value = before
    })
  }

  setTransient(account: Account, key: bigint, value: bigint): void {
    account.transient ??= new Map()
    const { transient } = account
    const before = transient.get(key) ?? 0n
    transient.set(key, value)
    this.#undo.push(() => {
      transient.set(key, before)
    })
  }

  /** Returns the units of an asset besides AVAX; its id is 32 bytes as a number. */
  assetBalance(account: Account, asset: bigint): bigint {
    return this.#slot(account, asset | assetBit).value
  }

  setAssetBalance(account: Account, asset: bigint, balance: bigint): void {
    this.touch(account)
    this.setSlot(this.#slot(account, asset | assetBit), balance)
    if (account.isMultiCoin) return
    account.isMultiCoin = true
    this.#undo.push(() => {
      account.isMultiCoin = false
    })
  }

  addLog(log: EvmLog): void {
    this.logs.push(log)
    this.#undo.push(() => {
      this.logs.pop()
    })
  }

  addRefund(gas: number): void {
    if (gas === 0) return
    this.refund += gas
    this.#undo.push(() => {
      this.refund -= gas
    })
  }

  /** Returns what differs from the state before, in the order of first access. */
  changes(): AccountChange[] {
    const changes: AccountChange[] = []
    for (const account of this.#accounts.values()) {
      const change = this.#changeOf(account)
      if (change) changes.push(change)
    }
    return changes
  }

  #changeOf(account: Account): AccountChange | undefined {
    const { address, before, isDestroyed, isCreated, code } = account
    const isGone = isDestroyed || (account.isTouched && this.isEmpty(account))
    if (isGone) {
      if (!before) return undefined
      return { address, before, after: undefined, clearsStorage: true, storage: [] }
    }
    const { nonce, balance, codeHash, isMultiCoin } = account
    const storage: { slot: bigint; before: bigint; after: bigint }[] = []
    for (const [slot, { before, value }] of account.slots ?? noSlots)
      if (before !== value) storage.push({ slot, before, after: value })
    const isSame =
      before !== undefined &&
      before.nonce === nonce &&
      before.balance === balance &&
      before.codeHash === codeHash &&
      before.isMultiCoin === isMultiCoin
    if (isSame && storage.length === 0) return undefined
    if (!before && !account.isTouched) return undefined
    return {
      address,
      before,
      after: isSame ? before : { nonce, balance, codeHash, isMultiCoin },
      ...(code && codeHash !== (before ?? noAccount).codeHash && { code }),
      clearsStorage: isCreated && before !== undefined,
      storage,
    }
  }
}

const none = new Uint8Array()
const noSlots: ReadonlyMap<bigint, Slot> = new Map()

const emptied = (slots: ReadonlyMap<bigint, Slot>): Map<bigint, Slot> =>
  new Map([...slots].map(([key, { isWarm }]) => [key, { before: 0n, value: 0n, isWarm }]))

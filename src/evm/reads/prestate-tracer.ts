import { toHex } from '../../formats/ids.ts'
import { createdAddress, saltedAddress } from '../calls.ts'
import {
  hashWordGas,
  initCodeWordGas,
  MAX_INIT_CODE,
  MAX_MEMORY,
  memoryGas,
  wordsOf,
} from '../gas.ts'
import type { Account } from '../journal.ts'
import { EMPTY_CODE_HASH, noAccount, type StateReader } from '../state.ts'
import type { TransactionExecution } from '../transaction.ts'
import { accessOf } from './accessed.ts'
import {
  heightOf,
  ObservedExecution,
  type Observer,
  type Step,
  wordAt,
  wordText,
} from './observed-execution.ts'

/** An account in the JSON of geth's `prestateTracer`; what is 0 or empty is absent. */
interface TracedAccount {
  balance?: string
  code?: string
  nonce?: number
  storage?: Record<string, string>
}

/** Accounts by address, in lower case. */
type TracedState = Record<string, TracedAccount>

/** Result of `prestateTracer`, by its option `diffMode`. */
export type TracedPrestate = TracedState | { readonly post: TracedState; readonly pre: TracedState }

/** Slots of an account that were read or written, with their values before. */
type Slots = Map<bigint, bigint>

/** Traces a transaction as geth's `prestateTracer`: what it needs of the state before it. */
export class PrestateTracer implements Observer {
  /** What has to run. */
  readonly sliced: ObservedExecution
  readonly #execution: TransactionExecution
  readonly #state: StateReader
  readonly #isDiff: boolean
  /** Slots by account, both in the order of first access. */
  readonly #accessed = new Map<string, Slots>()
  readonly #created = new Set<string>()
  readonly #deleted = new Set<string>()
  /** What the running step accesses; it counts once the step has begun. */
  #note: (() => void) | undefined

  constructor(execution: TransactionExecution, state: StateReader, isDiff: boolean) {
    this.#execution = execution
    this.#state = state
    this.#isDiff = isDiff
    this.sliced = new ObservedExecution(execution, this)
    const { machine, target, isCreation } = execution
    for (const address of [machine.transaction.origin, target, machine.block.coinbase])
      this.#slotsOf(address)
    if (isCreation) this.#created.add(target)
  }

  before(step: Step): void {
    const { opcode, frame } = step
    const self = frame.start.account
    this.#note = undefined
    const access = accessOf(step)
    if (access?.kind === 'slot') {
      const { value } = step.machine.journal.slot(self, access.slot)
      this.#note = () => {
        const slots = this.#slotsOf(access.address)
        if (!slots.has(access.slot)) slots.set(access.slot, value)
      }
    } else if (access)
      this.#note = () => {
        this.#slotsOf(access.address)
        if (opcode === 0xff) this.#deleted.add(self.address)
      }
    else if (opcode === 0xf0) this.#noteCreation(createdAddress(self.address, self.nonce))
    else if (opcode === 0xf5 && heightOf(step) >= 4) this.#noteCreation(saltedAddressOf(step))
  }

  after(_: Step, error: string | undefined): void {
    if (error === undefined) this.#note?.()
  }

  #noteCreation(address: string | undefined): void {
    if (address === undefined) return
    this.#note = () => {
      this.#slotsOf(address)
      this.#created.add(address)
    }
  }

  #slotsOf(address: string): Slots {
    const slots = this.#accessed.get(address) ?? new Map<bigint, bigint>()
    this.#accessed.set(address, slots)
    return slots
  }

  /** Returns the state before, in diff mode what has changed; after the execution. */
  finish(): TracedPrestate {
    this.#execution.finish()
    const pre: TracedState = {}
    const post: TracedState = {}
    for (const [address, slots] of this.#accessed) {
      const before = this.#before(address, slots)
      const account = this.#execution.machine.journal.account(address)
      if (!this.#isDiff) {
        const isNew = this.#execution.isCreation && address === this.#execution.target
        if (!isNew || exists(before)) pre[address] = before
      } else if (this.#deleted.has(address)) pre[address] = before
      else {
        const change = this.#change(account, slots, before)
        if (!change) continue
        post[address] = change.after
        if (!this.#created.has(address) || exists(change.before)) pre[address] = change.before
      }
    }
    return this.#isDiff ? { post, pre } : pre
  }

  #before(address: string, slots: Slots): TracedAccount {
    const { balance, nonce, codeHash } = this.#state.account(address) ?? noAccount
    const code = codeHash === EMPTY_CODE_HASH ? undefined : this.#state.code(codeHash)
    return {
      balance: quantity(balance),
      ...(code && { code: toHex(code) }),
      ...(nonce > 0n && { nonce: Number(nonce) }),
      ...(slots.size > 0 && { storage: storageText(slots) }),
    }
  }

  /** Returns what differs after the transaction; undefined: nothing. */
  #change(
    account: Account,
    slots: Slots,
    before: TracedAccount,
  ): { before: TracedAccount; after: TracedAccount } | undefined {
    const { journal } = this.#execution.machine
    const changed = [...slots].filter(([key, value]) => journal.slot(account, key).value !== value)
    const after: TracedAccount = {}
    let isChanged = changed.length > 0
    const { storage: _, ...rest } = before
    if (quantity(account.balance) !== before.balance) {
      after.balance = quantity(account.balance)
      isChanged = true
    }
    if (Number(account.nonce) !== (before.nonce ?? 0)) {
      if (account.nonce > 0n) after.nonce = Number(account.nonce)
      isChanged = true
    }
    const code = journal.codeOf(account)
    if (toHex(code) !== (before.code ?? '0x')) {
      if (code.length > 0) after.code = toHex(code)
      isChanged = true
    }
    if (!isChanged) return undefined
    const old = new Map(changed.filter(([, value]) => value !== 0n))
    const now = new Map(
      changed
        .map(([key]) => [key, journal.slot(account, key).value] as const)
        .filter(([, value]) => value !== 0n),
    )
    if (now.size > 0) after.storage = storageText(now)
    return { before: { ...rest, ...(old.size > 0 && { storage: storageText(old) }) }, after }
  }
}

const exists = ({ balance, code, nonce, storage }: TracedAccount): boolean =>
  nonce !== undefined || code !== undefined || storage !== undefined || balance !== '0x0'

/** Returns the address that CREATE2 makes; undefined where its gas is too little to begin. */
function saltedAddressOf(step: Step): string | undefined {
  const { machine, frame } = step
  const [, offset = 0, size = 0] = [0, 1, 2].map((depth) => Number(wordAt(step, depth)))
  if (!paysFor(step, offset, size)) return undefined
  // Memory that the step has yet to make is zeros.
  const initCode = new Uint8Array(size)
  const end = Math.min(offset + size, frame.memorySize)
  if (end > offset) initCode.set(machine.memoryOf(frame, offset, end - offset))
  return saltedAddress(frame.start.account.address, wordAt(step, 3), initCode)
}

/** Returns whether a step has the gas of CREATE2 with init code in this part of memory. */
function paysFor({ machine, frame, gas, opcode }: Step, offset: number, size: number): boolean {
  const { isShanghai, operations } = machine.rules
  if (isShanghai && size > MAX_INIT_CODE) return false
  const end = size === 0 ? 0 : offset + size
  if (end > MAX_MEMORY) return false
  const memory = end > frame.memorySize ? memoryGas(wordsOf(end)) - frame.memoryPaid : 0
  const ofWord = hashWordGas + (isShanghai ? initCodeWordGas : 0)
  return (operations.gas[opcode] as number) + memory + ofWord * wordsOf(size) <= gas
}

const storageText = (slots: Slots): Record<string, string> =>
  Object.fromEntries([...slots].map(([key, value]) => [wordText(key), wordText(value)]))

const quantity = (value: bigint) => `0x${value.toString(16)}`

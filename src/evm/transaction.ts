import { evmAddressText } from '../formats/addresses.ts'
import { type CallResult, createdAddress } from './calls.ts'
import type { Rules } from './forks.ts'
import {
  accessListAddressGas,
  accessListSlotGas,
  intrinsicGas,
  MAX_GAS,
  MAX_INIT_CODE,
} from './gas.ts'
import { Execution, type FirstCall } from './interpreter.ts'
import { Journal } from './journal.ts'
import { type BlockContext, type CallNode, Machine } from './machine.ts'
import type { WarpHost } from './precompiles/warp-host.ts'
import {
  type AccountChange,
  bytesOf,
  EMPTY_CODE_HASH,
  type EvmLog,
  type StateReader,
} from './state.ts'

/** Transaction of any type, its sender recovered. Amounts are wei. */
export interface EvmTransaction {
  readonly sender: string
  /** Undefined for a creation. */
  readonly to: string | undefined
  readonly nonce: bigint
  readonly gasLimit: bigint
  readonly value: bigint
  readonly data: Uint8Array
  /** Price of a unit of gas, both parts: equal before EIP-1559. */
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly accessList: readonly { readonly address: string; readonly slots: readonly bigint[] }[]
  /** Gas of predicates in the access list by their place, where it replaces the list's own gas. */
  readonly predicateGas?: ReadonlyMap<number, number>
  readonly warp?: WarpHost
  /** Whether it is a read such as `eth_call`: the sender may have code, no block bounds its gas. */
  readonly isRead?: boolean
}

/** What a transaction did. */
export interface TransactionResult {
  readonly gasUsed: bigint
  /** Gas that was given back; no part of `gasUsed`. */
  readonly gasRefunded: number
  /** Text of geth for a failed execution; undefined is success. */
  readonly error: string | undefined
  readonly output: Uint8Array
  readonly logs: readonly EvmLog[]
  /** First call with all calls below. */
  readonly root: CallNode
  readonly createdAddress: string | undefined
  readonly changes: readonly AccountChange[]
  /** Whether another gas limit that suffices can lead to another result. */
  readonly dependsOnGas: boolean
}

/** Refusal of a transaction, which then may be in no block. */
export class InvalidTransactionError extends Error {}

/** Where a transaction runs. */
export interface Surroundings {
  readonly rules: Rules
  readonly block: BlockContext
  readonly state: StateReader
  /** Bytes of inputs and outputs that the tree of calls may hold; by default it holds none. */
  readonly treeBytes?: number
  /** Calls below the first one that the tree may hold; by default it holds all. */
  readonly treeCalls?: number
}

/**
 * A transaction that runs. `new` verifies it and takes its fee, `run` executes, also in slices, and
 * `result` is there at the end. Throws {@link InvalidTransactionError} where no block may have it.
 */
export class TransactionExecution {
  readonly #transaction: EvmTransaction
  readonly #surroundings: Surroundings
  readonly #journal: Journal
  readonly machine: Machine
  readonly #execution: Execution
  /** Gas that the transaction buys, 2^53 - 1 at most. */
  readonly gasLimit: number
  readonly #gasPrice: bigint
  readonly #created: string | undefined
  #finished: TransactionResult | undefined

  constructor(transaction: EvmTransaction, surroundings: Surroundings) {
    const { rules, block, state } = surroundings
    this.#transaction = transaction
    this.#surroundings = surroundings
    this.#journal = new Journal(rules, state)
    const gasNeeded = gasBefore(transaction, rules)
    verify(transaction, surroundings, gasNeeded)

    const { sender, to, nonce } = transaction
    const tip = transaction.maxFeePerGas - block.baseFee
    const { maxPriorityFeePerGas } = transaction
    this.#gasPrice = block.baseFee + (tip < maxPriorityFeePerGas ? tip : maxPriorityFeePerGas)
    const gasLimit = transaction.gasLimit > BigInt(MAX_GAS) ? MAX_GAS : Number(transaction.gasLimit)
    this.gasLimit = gasLimit

    const journal = this.#journal
    const payer = journal.account(sender)
    journal.setBalance(payer, payer.balance - transaction.gasLimit * this.#gasPrice)
    journal.setNonce(payer, nonce + 1n)
    if (rules.hasAccessLists) this.#warmUp()
    const { warp } = transaction
    const context = { origin: sender, gasPrice: this.#gasPrice, blobHashes: [], warp }
    this.machine = new Machine(rules, block, context, journal)
    this.machine.treeBytes = surroundings.treeBytes
    if (surroundings.treeCalls !== undefined) this.machine.treeCalls = surroundings.treeCalls
    this.#created = to === undefined ? createdAddress(sender, nonce) : undefined
    this.#execution = new Execution(this.machine, this.#firstCall(gasLimit - gasNeeded))
  }

  #firstCall(gas: number): FirstCall {
    const { sender: caller, value, data } = this.#transaction
    const address = this.#created
    if (address !== undefined)
      return { kind: 'CREATE', caller, address, value, initCode: data, gas }
    // A literal with all members: one that begins with a spread takes several microseconds.
    return {
      kind: 'CALL',
      caller,
      context: this.target,
      to: this.target,
      value,
      input: data,
      gas,
      isStatic: false,
      outputOffset: 0,
      outputSize: 0,
    }
  }

  #warmUp(): void {
    const { sender, to, accessList } = this.#transaction
    const { rules, block } = this.#surroundings
    const journal = this.#journal
    journal.warm(journal.account(sender))
    if (to !== undefined) journal.warm(journal.account(to))
    if (rules.isShanghai) journal.warm(journal.account(block.coinbase))
    for (const { address, slots } of accessList) {
      const account = journal.account(address)
      journal.warm(account)
      for (const slot of slots) journal.warmSlot(account, slot)
    }
  }

  /** Whether the transaction creates a contract. */
  get isCreation(): boolean {
    return this.#created !== undefined
  }

  /** Address that the transaction calls or creates. */
  get target(): string {
    return this.#created ?? (this.#transaction.to as string)
  }

  /** Runs at most so many steps; returns whether the execution has ended. */
  run(steps?: number): boolean {
    return this.#execution.run(steps)
  }

  /** Returns what the transaction did, after it has ended; the same result each time. */
  finish(): TransactionResult {
    this.#finished ??= this.#finish()
    return this.#finished
  }

  #finish(): TransactionResult {
    const { result } = this.#execution
    if (!result)
      throw new Error('internal error: the transaction is not executed yet: call run first')
    const { invalidated, root, dependsOnGas } = this.machine
    if (invalidated !== undefined) throw new InvalidTransactionError(invalidated)
    const { gasUsed, gasRefunded } = this.#settleGas(result)
    const journal = this.#journal
    return {
      gasUsed,
      gasRefunded,
      error: result.error,
      output: result.output,
      logs: [...journal.logs],
      root: root as CallNode,
      createdAddress: result.error === undefined ? this.#created : undefined,
      changes: journal.changes(),
      dependsOnGas,
    }
  }

  /** Gives the rest of the fee back and the fee to the coinbase. */
  #settleGas(result: CallResult): { gasUsed: bigint; gasRefunded: number } {
    const { rules, block } = this.#surroundings
    const journal = this.#journal
    const { refund } = journal
    const spent = this.gasLimit - result.gasLeft
    const { refundDivisor } = rules
    const refunded = refundDivisor === 0 ? 0 : Math.min(Math.floor(spent / refundDivisor), refund)
    // A limit that is cut at 2^53 - 1 still pays for what was used.
    const isCut = this.gasLimit === MAX_GAS && result.gasLeft === 0
    const { gasLimit } = this.#transaction
    const gasUsed = (isCut ? gasLimit : BigInt(spent)) - BigInt(refunded)
    const payer = journal.account(this.#transaction.sender)
    journal.setBalance(payer, payer.balance + (gasLimit - gasUsed) * this.#gasPrice)
    const coinbase = journal.account(block.coinbase)
    const paid = rules.burnsBaseFee ? this.#gasPrice - block.baseFee : this.#gasPrice
    journal.setBalance(coinbase, coinbase.balance + gasUsed * paid)
    return { gasUsed, gasRefunded: refunded }
  }
}

/** Runs a transaction to its end; throws {@link InvalidTransactionError}. */
export function executeTransaction(
  transaction: EvmTransaction,
  surroundings: Surroundings,
): TransactionResult {
  const execution = new TransactionExecution(transaction, surroundings)
  execution.run()
  return execution.finish()
}

/**
 * Steps between two pauses of an execution that runs in parts: few, since a step can hash a
 * megabyte or be a part of a slow precompile.
 */
export const stepsOfPart = 64

/**
 * Runs a transaction like {@link executeTransaction}, and yields between its parts. The state must
 * stay the same meanwhile.
 * @param steps steps of a part
 */
export function* executeInParts(
  transaction: EvmTransaction,
  surroundings: Surroundings,
  steps = stepsOfPart,
): Generator<undefined, TransactionResult> {
  const execution = new TransactionExecution(transaction, surroundings)
  while (!execution.run(steps)) yield
  return execution.finish()
}

/** Returns the gas of a transaction before its execution. */
export function gasBefore(transaction: EvmTransaction, rules: Rules): number {
  const { data, to, accessList, predicateGas } = transaction
  const isCreation = to === undefined
  let gas = intrinsicGas({ data, isCreation, metersInitCode: rules.isShanghai })
  accessList.forEach(({ slots }, place) => {
    gas += predicateGas?.get(place) ?? accessListAddressGas + accessListSlotGas * slots.length
  })
  return gas
}

/** Throws in the order of geth's state transition, with its words. */
function verify(
  transaction: EvmTransaction,
  { rules, block, state }: Surroundings,
  gasNeeded: number,
): void {
  const { sender, nonce, gasLimit, maxFeePerGas, maxPriorityFeePerGas, value } = transaction
  const account = state.account(sender)
  const expected = account?.nonce ?? 0n
  const refuse = (text: string) => {
    throw new InvalidTransactionError(text.replace(sender, evmAddressText(bytesOf(sender))))
  }
  if (nonce < expected) refuse(`nonce too low: address ${sender}, tx: ${nonce} state: ${expected}`)
  if (nonce > expected) refuse(`nonce too high: address ${sender}, tx: ${nonce} state: ${expected}`)
  if (nonce === 2n ** 64n - 1n) refuse(`nonce has max value: address ${sender}, nonce: ${nonce}`)
  if (account && account.codeHash !== EMPTY_CODE_HASH && !transaction.isRead)
    refuse(`sender not an eoa: address ${sender}, codehash: ${account.codeHash}`)
  if (maxFeePerGas < maxPriorityFeePerGas)
    refuse(
      `max priority fee per gas higher than max fee per gas: address ${sender}, maxPriorityFeePerGas: ${maxPriorityFeePerGas}, maxFeePerGas: ${maxFeePerGas}`,
    )
  if (maxFeePerGas < block.baseFee)
    refuse(
      `max fee per gas less than block base fee: address ${sender}, maxFeePerGas: ${maxFeePerGas}, baseFee: ${block.baseFee}`,
    )
  const balance = account?.balance ?? 0n
  const cost = gasLimit * maxFeePerGas + value
  if (cost >= 2n ** 256n)
    refuse(
      `insufficient funds for gas * price + value: address ${sender} required balance exceeds 256 bits`,
    )
  if (balance < cost)
    refuse(
      `insufficient funds for gas * price + value: address ${sender} have ${balance} want ${cost}`,
    )
  if (gasLimit > block.gasLimit && !transaction.isRead) refuse('gas limit reached')
  if (gasLimit < BigInt(gasNeeded))
    refuse(`intrinsic gas too low: have ${gasLimit}, want ${gasNeeded}`)
  if (rules.isShanghai && transaction.to === undefined && transaction.data.length > MAX_INIT_CODE)
    refuse(
      `max initcode size exceeded: code size ${transaction.data.length} limit ${MAX_INIT_CODE}`,
    )
}

import { opcodes } from './opcodes.ts'
import { ethereumPrecompiles } from './precompiles/ethereum.ts'
import type { Precompile } from './precompiles/precompile.ts'

/** Forks of Ethereum that Avalanche's chains follow, in order. */
export const ethereumForks = ['istanbul', 'berlin', 'london', 'shanghai', 'cancun'] as const
export type EthereumFork = (typeof ethereumForks)[number]

/** Rules of execution at a time: a value, which the interpreter never compares with a name. */
export interface Rules {
  readonly name: string
  readonly operations: OperationTable
  /** Precompiles by address. */
  readonly precompiles: ReadonlyMap<string, Precompile>
  /** Whether first accesses cost more (EIP-2929). */
  readonly hasAccessLists: boolean
  /** Share of the gas used that refunds may reach, as a divisor; 0 where nothing is refunded. */
  readonly refundDivisor: 0 | 2 | 5
  /** Refund for a slot that becomes 0. */
  readonly clearingRefund: number
  /** Refund for a contract that destroys itself. */
  readonly destructionRefund: number
  /** Whether code may not begin with 0xef (EIP-3541), and transactions have a fee cap (EIP-1559). */
  readonly isLondon: boolean
  /** Whether init code is metered and bounded, and the coinbase is warm (EIP-3860, EIP-3651). */
  readonly isShanghai: boolean
  /** Whether only contracts of the same transaction cease to exist (EIP-6780). */
  readonly destroysOnlyCreated: boolean
  /** Whether the base fee is burned; else the coinbase gets it too. */
  readonly burnsBaseFee: boolean
  /** Whether keys of storage and balances of assets share a trie: the C-chain. */
  readonly separatesAssets: boolean
}

/** What the interpreter reads at each step, by opcode. */
export interface OperationTable {
  /** Gas before what depends on operands. */
  readonly gas: Uint16Array
  /** Minimum words on the stack; above the limit where the opcode does not exist. */
  readonly minStack: Uint16Array
  /** Maximum words on the stack before the operation. */
  readonly maxStack: Uint16Array
}

/** Value of {@link OperationTable.minStack} of an opcode that does not exist. */
export const UNDEFINED_OPCODE = 0xffff

const isSince = (fork: EthereumFork, since: EthereumFork) =>
  ethereumForks.indexOf(fork) >= ethereumForks.indexOf(since)

function operationTable(fork: EthereumFork): OperationTable {
  const gas = new Uint16Array(256)
  const minStack = new Uint16Array(256).fill(UNDEFINED_OPCODE)
  const maxStack = new Uint16Array(256)
  for (const opcode of opcodes.values()) {
    if (opcode.since && !isSince(fork, opcode.since)) continue
    gas[opcode.number] = opcode.gas
    minStack[opcode.number] = opcode.takes
    maxStack[opcode.number] = 1024 + opcode.takes - opcode.gives
  }
  return { gas, minStack, maxStack }
}

const made = new Map<EthereumFork, Rules>()

/** Returns the rules of Ethereum since a fork. */
export function ethereumRules(fork: EthereumFork): Rules {
  const before = made.get(fork)
  if (before) return before
  const isLondon = isSince(fork, 'london')
  const rules: Rules = {
    name: fork,
    operations: operationTable(fork),
    precompiles: ethereumPrecompiles(fork),
    hasAccessLists: isSince(fork, 'berlin'),
    refundDivisor: isLondon ? 5 : 2,
    clearingRefund: isLondon ? 4800 : 15_000,
    destructionRefund: isLondon ? 0 : 24_000,
    isLondon,
    isShanghai: isSince(fork, 'shanghai'),
    destroysOnlyCreated: isSince(fork, 'cancun'),
    burnsBaseFee: true,
    separatesAssets: false,
  }
  made.set(fork, rules)
  return rules
}

import { createHash } from 'node:crypto'
import { avalancheRules } from '../../../src/evm/avalanche.ts'
import type { BlockContext } from '../../../src/evm/machine.ts'
import { emptyState, OverlayState } from '../../../src/evm/overlay-state.ts'
import { bytesOf, EMPTY_CODE_HASH } from '../../../src/evm/state.ts'
import { InvalidTransactionError, TransactionExecution } from '../../../src/evm/transaction.ts'
import { toHex } from '../../../src/formats/ids.ts'
import { keccak256 } from '../../../src/formats/keccak.ts'

/** A transaction and the state before it. Quantities are hex. */
export interface EdgeCase {
  readonly name: string
  /** Balance, nonce, code and storage by address. */
  readonly pre: Readonly<Record<string, readonly [string, string, string, Record<string, string>]>>
  readonly coinbase: string
  readonly number: string
  readonly timestamp: string
  readonly gasLimitOfBlock: string
  readonly random: string
  readonly sender: string
  /** Empty for a creation. */
  readonly to: string
  readonly nonce: string
  readonly gasLimit: string
  readonly gasPrice: string
  readonly value: string
  readonly data: string
}

/** Forks of Ethereum that Avalanche's chains have had since Durango. */
export const edgeForks = ['shanghai', 'cancun'] as const
export type EdgeFork = (typeof edgeForks)[number]

/** What a transaction does, or that no block may have it. */
export interface EdgeOutcome {
  readonly gasUsed: bigint
  readonly succeeded: boolean
  readonly output: string
  readonly logs: readonly { address: string; topics: readonly string[]; data: string }[]
  /** Nonce, balance and code hash of all accounts by address. */
  readonly accounts: Readonly<Record<string, string>>
  /** What is not 0, by address and decimal slot. */
  readonly storage: Readonly<Record<string, string>>
}

/** Block of a case, whose base fee is 0. */
export const blockOf = (edge: EdgeCase): BlockContext => ({
  chainId: 1n,
  coinbase: edge.coinbase,
  number: BigInt(edge.number),
  timestamp: BigInt(edge.timestamp),
  gasLimit: BigInt(edge.gasLimitOfBlock),
  baseFee: 0n,
  prevRandao: BigInt(edge.random),
  blobBaseFee: 1n,
  blockHash: () => 0n,
})

/** Steps after which a case with the gas for endless loops is given up. */
const maxSteps = 4_000_000

/** Says that a case has more steps than anybody waits for. */
export class TooLongError extends Error {}

/**
 * Executes a case by the rules that an L1 has since Durango or Etna; undefined: it is refused.
 * @throws TooLongError
 */
export function runEdgeCase(edge: EdgeCase, fork: EdgeFork): EdgeOutcome | undefined {
  const state = new OverlayState(emptyState)
  const slots = new Map<string, Set<bigint>>()
  const apply = (changes: Parameters<OverlayState['apply']>[0]) => {
    state.apply(changes)
    for (const { address, storage } of changes) {
      const known = slots.get(address) ?? new Set<bigint>()
      for (const { slot } of storage) known.add(slot)
      slots.set(address, known)
    }
  }
  apply(
    Object.entries(edge.pre).map(([address, [balance, nonce, code, storage]]) => ({
      address,
      before: undefined,
      after: {
        balance: BigInt(balance),
        nonce: BigInt(nonce),
        codeHash: code === '0x' ? EMPTY_CODE_HASH : toHex(keccak256(bytesOf(code))),
        isMultiCoin: false,
      },
      code: bytesOf(code),
      clearsStorage: false,
      storage: Object.entries(storage).map(([slot, value]) => ({
        slot: BigInt(slot),
        before: 0n,
        after: BigInt(value),
      })),
    })),
  )
  const price = BigInt(edge.gasPrice)
  try {
    const execution = new TransactionExecution(
      {
        sender: edge.sender,
        to: edge.to === '' ? undefined : edge.to,
        nonce: BigInt(edge.nonce),
        gasLimit: BigInt(edge.gasLimit),
        value: BigInt(edge.value),
        data: bytesOf(edge.data),
        maxFeePerGas: price,
        maxPriorityFeePerGas: price,
        accessList: [],
      },
      {
        rules: avalancheRules('l1', fork === 'cancun' ? 'etna' : 'durango'),
        state,
        block: blockOf(edge),
      },
    )
    if (!execution.run(maxSteps)) throw new TooLongError(`${edge.name} has too many steps`)
    const { gasUsed, error, output, logs, changes } = execution.finish()
    apply(changes)
    const accounts: Record<string, string> = {}
    const storage: Record<string, string> = {}
    for (const [address, known] of slots) {
      const account = state.account(address)
      if (!account) continue
      accounts[address] = `${account.nonce} ${account.balance} ${account.codeHash}`
      for (const slot of known) {
        const value = state.storage(address, slot)
        if (value !== 0n) storage[`${address} ${slot}`] = value.toString(16)
      }
    }
    return {
      gasUsed,
      succeeded: error === undefined,
      output: toHex(output),
      logs: logs.map(({ address, topics, data }) => ({
        address,
        topics: topics.map((topic) => toHex(topic)),
        data: toHex(data),
      })),
      accounts,
      storage,
    }
  } catch (error) {
    if (!(error instanceof InvalidTransactionError)) throw error
    return undefined
  }
}

/** Returns an outcome in a few characters: gas used, whether it succeeded, digest of all else. */
export function summaryOf(outcome: EdgeOutcome | undefined): string {
  if (outcome === undefined) return 'refused'
  const { gasUsed, succeeded, output, logs, accounts, storage } = outcome
  const sorted = (record: Readonly<Record<string, string>>) =>
    Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
  const all = JSON.stringify([output, logs, sorted(accounts), sorted(storage)])
  const digest = createHash('sha256').update(all).digest('hex').slice(0, 16)
  return `${gasUsed} ${succeeded ? 'succeeds' : 'fails'} ${digest}`
}

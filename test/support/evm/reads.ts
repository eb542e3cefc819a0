import { avalancheRules } from '../../../src/evm/avalanche.ts'
import { emptyState, OverlayState } from '../../../src/evm/overlay-state.ts'
import type { ReadCall, ReadSurroundings } from '../../../src/evm/reads/read-call.ts'
import type { Sliced } from '../../../src/evm/reads/run-in-slices.ts'
import { bytesOf, EMPTY_CODE_HASH } from '../../../src/evm/state.ts'
import { toHex } from '../../../src/formats/ids.ts'
import { keccak256 } from '../../../src/formats/keccak.ts'
import { blockOfCalls } from './differential.ts'

/** Account of a state for reads; what is absent is 0 or empty. */
export interface ReadAccount {
  readonly balance?: bigint
  readonly nonce?: bigint
  readonly code?: string
  readonly storage?: Readonly<Record<string, bigint>>
}

/** Returns a state with accounts by address. */
export function stateWith(accounts: Readonly<Record<string, ReadAccount>>): OverlayState {
  const state = new OverlayState(emptyState)
  state.apply(
    Object.entries(accounts).map(([address, { balance = 0n, nonce = 0n, code, storage = {} }]) => {
      const bytes = bytesOf(code ?? '0x')
      const codeHash = bytes.length === 0 ? EMPTY_CODE_HASH : toHex(keccak256(bytes))
      return {
        address,
        before: undefined,
        after: { balance, nonce, codeHash, isMultiCoin: false },
        ...(code && { code: bytes }),
        clearsStorage: false,
        storage: Object.entries(storage).map(([slot, after]) => ({
          slot: BigInt(slot),
          before: 0n,
          after,
        })),
      }
    }),
  )
  return state
}

/** Returns where reads of the C-chain since Granite run. */
export const readsOf = (accounts: Readonly<Record<string, ReadAccount>>): ReadSurroundings => ({
  rules: avalancheRules('c-chain', 'granite'),
  block: { ...blockOfCalls, coinbase: '0x0100000000000000000000000000000000000000' },
  state: stateWith(accounts),
})

export const alice = '0x00000000000000000000000000000000000a11ce'

/** Returns a call of Alice without value and price, with 100,000 gas. */
export const callOf = (to: string | undefined, call: Partial<ReadCall> = {}): ReadCall => ({
  from: alice,
  to,
  gas: 100_000n,
  value: 0n,
  data: new Uint8Array(),
  maxFeePerGas: 0n,
  maxPriorityFeePerGas: 0n,
  accessList: [],
  ...call,
})

/** Runs an execution to its end, in slices of a prime number of steps. */
export async function runWhole(execution: Sliced): Promise<void> {
  while (!execution.run(37));
}

/** Returns a contract's address by a small number. */
export const contractOf = (number: number): string =>
  `0x00000000000000000000000000000000c0de${number.toString(16).padStart(4, '0')}`

/** Returns the operand of PUSH20 for an address. */
export const push20 = (address: string): string => `73${address.slice(2)}`

import type { Journal } from '../journal.ts'
import type { WarpHost } from './warp-host.ts'

/** How a contract is called or made. */
export type CallKind =
  | 'CALL'
  | 'CALLCODE'
  | 'DELEGATECALL'
  | 'STATICCALL'
  | 'CREATE'
  | 'CREATE2'
  | 'SELFDESTRUCT'

/** Call of a precompile. */
export interface PrecompileCall {
  readonly kind: CallKind
  /** May be a view of the caller's memory, which stays the same until the precompile ends. */
  readonly input: Uint8Array
  /** Gas that it may use. */
  readonly gas: number
  readonly caller: string
  readonly isStatic: boolean
  /** Time of the block, epoch seconds. */
  readonly timestamp: bigint
  readonly journal: Journal
  /** Undefined where the chain has no Warp messages. */
  readonly warp: WarpHost | undefined
}

/** Call that a precompile makes in its place; its result is the precompile's own. */
export interface ContinuedCall {
  readonly to: string
  readonly input: Uint8Array
  readonly gas: number
}

/**
 * Result of a precompile. After a revert the caller keeps `gasLeft`, after a failure nothing is
 * left.
 */
export type PrecompileResult =
  | { readonly status: 'success' | 'revert'; readonly gasLeft: number; readonly output: Uint8Array }
  | { readonly status: 'failure'; readonly error: string }
  /** The whole transaction may be in no block (libevm's invalidated execution). */
  | { readonly status: 'invalid'; readonly error: string }
  | { readonly status: 'continue'; readonly call: ContinuedCall }
  /** It takes long, and runs in parts. */
  | { readonly status: 'slow'; readonly work: SlowWork }

/** Work of a precompile, in parts of a few milliseconds. */
export interface SlowWork {
  /** Does the next part; returns the result after the last one. */
  advance(): FinalResult | undefined
}

/** Result of a precompile that has ended by itself. */
export type FinalResult = Extract<PrecompileResult, { status: 'success' | 'revert' | 'failure' }>

/** Runs work to its end. */
export function finished(work: SlowWork): FinalResult {
  for (;;) {
    const result = work.advance()
    if (result) return result
  }
}

export type Precompile = (call: PrecompileCall) => PrecompileResult

/** Result of a precompile that ran out of gas. */
export const outOfGas: PrecompileResult = { status: 'failure', error: 'out of gas' }

/**
 * Returns the precompile of a function without state. `run` returns undefined for input that it
 * refuses.
 */
export function pure(
  gasOf: (input: Uint8Array) => number,
  run: (input: Uint8Array) => Uint8Array | undefined,
): Precompile {
  return ({ input, gas }) => {
    const gasLeft = gas - gasOf(input)
    if (!(gasLeft >= 0)) return outOfGas
    const output = run(input)
    if (!output) return { status: 'failure', error: 'invalid input of a precompile' }
    return { status: 'success', gasLeft, output }
  }
}

/** Returns `length` bytes of the input from `start`, zeros behind its end. */
export function inputBytes(input: Uint8Array, start: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  bytes.set(input.subarray(start, start + length))
  return bytes
}

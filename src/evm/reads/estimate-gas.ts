import { EMPTY_CODE_HASH } from '../state.ts'
import { InvalidTransactionError, type TransactionResult } from '../transaction.ts'
import { beginRead, READ_GAS, type ReadCall, type ReadSurroundings } from './read-call.ts'
import type { Sliced } from './run-in-slices.ts'

/** Gas of a transfer, the least that any transaction has. */
const transferGas = 21_000n
const stipend = 2300n
/** Share of the estimate that it may be too high. */
const errorRatio = 0.015

/** Estimate, or the execution that failed for another reason than its gas. */
export type Estimate = { readonly gas: bigint } | { readonly failed: TransactionResult }

type Attempt = TransactionResult | 'too little gas'

const isFailed = (attempt: Attempt) => attempt === 'too little gas' || attempt.error !== undefined

/**
 * Estimates the gas that lets a call succeed, by geth's binary search: at most 1.5 percent above
 * the least. The gas of the call, if it is enough for a transfer, is the maximum.
 * Throws InvalidTransactionError with geth's text.
 */
export async function estimateGas(
  call: ReadCall,
  surroundings: ReadSurroundings,
  run: (execution: Sliced) => Promise<void>,
): Promise<Estimate> {
  async function attempt(gas: bigint): Promise<Attempt> {
    try {
      const execution = beginRead({ ...call, gas }, surroundings)
      await run(execution)
      return execution.finish()
    } catch (error) {
      if (!(error instanceof InvalidTransactionError)) throw error
      if (error.message.startsWith('intrinsic gas too low')) return 'too little gas'
      throw new InvalidTransactionError(`failed with ${gas} gas: ${error.message}`)
    }
  }

  /** As geth does, it takes a refusal as too little, and leaves its text to the whole allowance. */
  async function isEnough(gas: bigint): Promise<boolean> {
    try {
      return !isFailed(await attempt(gas))
    } catch (error) {
      if (error instanceof InvalidTransactionError) return false
      throw error
    }
  }

  let high = allowanceOf(call, surroundings)
  if (isTransfer(call, surroundings) && (await isEnough(transferGas))) return { gas: transferGas }
  const first = await attempt(high)
  if (first === 'too little gas' || first.error === 'out of gas')
    throw new InvalidTransactionError(`gas required exceeds allowance (${high})`)
  if (first.error !== undefined) return { failed: first }

  let low = first.gasUsed - 1n
  // What was given back, and a stipend that was not used, are needed nevertheless.
  const likely = ((first.gasUsed + BigInt(first.gasRefunded) + stipend) * 64n) / 63n
  if (likely < high) {
    if (isFailed(await attempt(likely))) low = likely
    else high = likely
  }
  while (low + 1n < high && Number(high - low) / Number(high) >= errorRatio) {
    // Most calls need little more than they use.
    const middle = (high + low) / 2n < 2n * low ? (high + low) / 2n : 2n * low
    if (isFailed(await attempt(middle))) low = middle
    else high = middle
  }
  return { gas: high }
}

/** Returns the gas that the call names or the block has, as far as its sender can pay for it. */
function allowanceOf(call: ReadCall, { state, block }: ReadSurroundings): bigint {
  const { gas = 0n } = call
  let allowance = gas >= transferGas ? gas : block.gasLimit
  if (call.maxFeePerGas > 0n) {
    const balance = state.account(call.from)?.balance ?? 0n
    if (call.value > 0n && call.value >= balance)
      throw new InvalidTransactionError('insufficient funds for transfer')
    const affordable = (balance - call.value) / call.maxFeePerGas
    if (affordable < allowance) allowance = affordable
  }
  return allowance < READ_GAS ? allowance : READ_GAS
}

const isTransfer = ({ data, to }: ReadCall, { state }: ReadSurroundings): boolean =>
  data.length === 0 &&
  to !== undefined &&
  (state.account(to)?.codeHash ?? EMPTY_CODE_HASH) === EMPTY_CODE_HASH

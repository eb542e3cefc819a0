import { accessListOf } from '../../../evm/blocks/signed-transaction.ts'
import { REVERTED } from '../../../evm/calls.ts'
import type { EvmTransaction, TransactionResult } from '../../../evm/transaction.ts'
import { toHex } from '../../../formats/ids.ts'
import { type Call, gasBeforeExecution } from '../call.ts'
import type { Offer } from './offer.ts'

/** Gas limit of a transaction that fails with all of its gas. */
const typedLimit = 500_000n

/** Gas that has to be left for each change of storage (EIP-2200). */
const sentry = 2300n

/** What the gas limit of a transaction is found by. */
export interface Sending {
  readonly sender: string
  readonly nonce: bigint
  readonly offer: Offer
  /** Gas that the sender can pay and the block has room for. */
  readonly maxGas: bigint
  /** Code of the recipient; undefined where the call creates a contract. */
  readonly code: Uint8Array | undefined
  /** Executes a transaction on the state before it, which stays as it is; yields between parts. */
  run(transaction: EvmTransaction): Generator<undefined, TransactionResult>
}

export interface GasPlan {
  readonly gasLimit: bigint
  /** Whether the estimate succeeded. */
  readonly mustSucceed: boolean
  /** Result with this limit, where it does not depend on the limit. */
  readonly result?: TransactionResult
}

/**
 * Returns the gas limit that a wallet finds for a call; undefined above the maximum. It yields
 * between the parts of an execution.
 */
export function* planGas(call: Call, sending: Sending): Generator<undefined, GasPlan | undefined> {
  const { maxGas, offer, code } = sending
  const { gasLimit, data } = call
  const minGas = gasLimit ?? gasBeforeExecution(call)
  if (minGas > maxGas) return undefined
  if (gasLimit !== undefined || (data.length === 0 && code?.length === 0))
    return { gasLimit: minGas, mustSucceed: false }
  const result = yield* sending.run(proposed(call, sending))
  const { gasUsed, gasRefunded, error } = result
  // What uses up all gas that it gets is sent with a limit as people type it.
  if (error !== undefined && error !== REVERTED)
    return { gasLimit: maxGas < typedLimit ? maxGas : typedLimit, mustSucceed: false }
  // What is given back at the end is needed until then.
  const needed = gasUsed + BigInt(gasRefunded)
  const withMargin = (needed * offer.margin) / 100n
  const limit = withMargin < maxGas ? withMargin : maxGas
  const isSame = limit - needed > sentry && !result.dependsOnGas
  return { gasLimit: limit, mustSucceed: error === undefined, ...(isSame && { result }) }
}

const proposed = (call: Call, { sender, nonce, offer, maxGas }: Sending): EvmTransaction => ({
  sender,
  to: call.to === null ? undefined : toHex(call.to),
  nonce,
  gasLimit: maxGas,
  value: call.value,
  data: call.data,
  maxFeePerGas: offer.maxFee,
  maxPriorityFeePerGas: offer.tip,
  accessList: accessListOf(call.accessList ?? []),
})

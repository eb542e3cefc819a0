import type { WarpHost } from '../precompiles/warp-host.ts'
import { type Surroundings, TransactionExecution } from '../transaction.ts'

/** Maximum gas of a read. */
export const READ_GAS = 50_000_000n

/** Call, or creation, that is executed and changes nothing. Amounts are wei. */
export interface ReadCall {
  readonly from: string
  /** Undefined for a creation. */
  readonly to: string | undefined
  /** Undefined for as much as a read may have. */
  readonly gas: bigint | undefined
  readonly value: bigint
  readonly data: Uint8Array
  /** Both are 0 where the call names no price: then it pays nothing, and the base fee is 0. */
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly accessList: readonly { readonly address: string; readonly slots: readonly bigint[] }[]
}

/** Where a read runs. */
export interface ReadSurroundings extends Surroundings {
  readonly warp?: WarpHost
}

/** Returns the gas that a call has as a read. */
export const gasOf = ({ gas = READ_GAS }: ReadCall): bigint => (gas < READ_GAS ? gas : READ_GAS)

/**
 * Begins a read, as a transaction with the next nonce of its sender whose signature is not needed.
 * Throws InvalidTransactionError as a transaction does.
 */
export function beginRead(call: ReadCall, surroundings: ReadSurroundings): TransactionExecution {
  const { from, to, value, data, maxFeePerGas, maxPriorityFeePerGas, accessList } = call
  const { block, state, warp } = surroundings
  const isFree = maxFeePerGas === 0n && maxPriorityFeePerGas === 0n
  const free = { ...block, baseFee: 0n, blockHash: (number: bigint) => block.blockHash(number) }
  return new TransactionExecution(
    {
      sender: from,
      to,
      nonce: state.account(from)?.nonce ?? 0n,
      gasLimit: gasOf(call),
      value,
      data,
      maxFeePerGas,
      maxPriorityFeePerGas,
      accessList,
      isRead: true,
      ...(warp && { warp }),
    },
    isFree ? { ...surroundings, block: free } : surroundings,
  )
}

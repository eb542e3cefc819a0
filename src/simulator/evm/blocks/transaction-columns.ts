import type { SignedEvmTransaction } from '../../../formats/evm/transactions.ts'
import { toHex } from '../../../formats/ids.ts'
import { methodNames } from '../contracts/contract-interfaces.ts'

/** Returns the price that a transaction pays, wei per gas. */
export function pricePaid(tx: SignedEvmTransaction, baseFee: bigint): bigint {
  if (tx.type !== 2) return tx.gasPrice
  const price = baseFee + tx.maxPriorityFeePerGas
  return price < tx.maxFeePerGas ? price : tx.maxFeePerGas
}

/**
 * Returns the method columns. The two texts without a signature are those of the deployed Data API.
 * G-73
 */
export function methodOf(call: SignedEvmTransaction) {
  const selector = call.to !== null && call.data.length > 0 ? toHex(call.data.subarray(0, 4)) : ''
  if (call.to === null)
    return { call_type: 'CONTRACT_CREATION', method_hash: '', method_name: 'Contract Created' }
  if (selector === '')
    return { call_type: 'NATIVE_TRANSFER', method_hash: '', method_name: 'Native Transfer' }
  return {
    call_type: 'CONTRACT_CALL',
    method_hash: selector,
    method_name: methodNames.get(selector) ?? null,
  }
}

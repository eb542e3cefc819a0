import {
  type EvmTransaction,
  encodeEvmTransaction,
  signEvmTransaction,
} from '../../../formats/evm/transactions.ts'
import type { Random } from '../../random.ts'
import { type Call, intrinsicGas } from '../call.ts'
import type { Rules } from '../rules.ts'

const gwei = 1_000_000_000n

/** Fee requirements of a block for its transactions; wei per gas. */
export interface BlockFees {
  readonly chainId: bigint
  /** Epoch seconds. */
  readonly timestamp: number
  /** 0 before Apricot 3. */
  readonly baseFee: bigint
}

/** A signed transaction and its sender's payment. */
export interface SignedCall {
  readonly raw: Uint8Array
  readonly type: 0 | 1 | 2
  readonly gasLimit: bigint
  readonly gasUsed: bigint
  /** Actual price, wei per gas. */
  readonly gasPrice: bigint
  /** Maximum price that the sender must be able to pay, wei per gas. */
  readonly highestPrice: bigint
}

/** Signs a call in an envelope of its time: legacy, from Apricot 2 EIP-2930, from 3 EIP-1559. */
export function signCall(
  call: Call,
  nonce: bigint,
  { chainId, timestamp, baseFee }: BlockFees,
  rules: Rules,
  random: Random,
): SignedCall {
  const gas = gasOf(call, random)
  // With a base fee close to zero, wallets still offer a tip.
  const tip = BigInt(random.int(0, 4)) * (gwei / 2n) + (baseFee < gwei ? gwei : 0n)
  const gasPrice = baseFee === 0n ? rules.fixedGasPrice(timestamp) : baseFee + tip
  const fields = {
    chainId,
    nonce,
    gasLimit: gas.limit,
    to: call.to,
    value: call.value,
    data: call.data,
  }
  const accessList = call.accessList ?? []
  const needsList = accessList.length > 0
  const unsigned: EvmTransaction =
    baseFee > 0n && (needsList || random.chance(0.7))
      ? Object.assign(fields, {
          type: 2 as const,
          maxPriorityFeePerGas: tip,
          maxFeePerGas: gasPrice + baseFee,
          accessList,
        })
      : rules.isActive('apricotPhase2', timestamp) && random.chance(0.2)
        ? Object.assign(fields, { type: 1 as const, gasPrice, accessList })
        : Object.assign(fields, { type: 0 as const, gasPrice })
  return {
    raw: encodeEvmTransaction(signEvmTransaction(unsigned, call.from.signer)),
    type: unsigned.type,
    gasLimit: gas.limit,
    gasUsed: gas.used,
    gasPrice,
    highestPrice: unsigned.type === 2 ? unsigned.maxFeePerGas : gasPrice,
  }
}

/** Estimates gas generously as wallets do, except for plain transfers, whose gas is known. */
function gasOf(call: Call, random: Random): { used: bigint; limit: bigint } {
  const used = intrinsicGas(call) + call.executionGas
  const margin = BigInt(random.int(105, 150))
  const isExact = call.executionGas === 0n || call.isTight
  return { used, limit: isExact ? used : (used * margin) / 100n }
}

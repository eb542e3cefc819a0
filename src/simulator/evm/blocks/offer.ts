import {
  type EvmTransaction,
  type SignedEvmTransaction,
  signEvmTransaction,
} from '../../../formats/evm/transactions.ts'
import type { Random } from '../../random.ts'
import type { Call } from '../call.ts'
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

/** What a wallet offers for a transaction, before its gas limit is known. Prices are wei per gas. */
export interface Offer {
  readonly type: 0 | 1 | 2
  readonly chainId: bigint
  /** Maximum price that the sender must be able to pay. */
  readonly maxFee: bigint
  readonly tip: bigint
  /** Gas limit in percent of the estimated gas. */
  readonly margin: bigint
}

/** Draws an offer in an envelope of its time: legacy, from Apricot 2 EIP-2930, from 3 EIP-1559. */
export function offerFor(
  call: Call,
  { chainId, timestamp, baseFee }: BlockFees,
  rules: Rules,
  random: Random,
): Offer {
  const margin = BigInt(random.int(105, 150))
  // With a base fee close to zero, wallets still offer a tip.
  const tip = BigInt(random.int(0, 4)) * (gwei / 2n) + (baseFee < gwei ? gwei : 0n)
  const gasPrice = baseFee === 0n ? rules.fixedGasPrice(timestamp) : baseFee + tip
  const needsList = (call.accessList ?? []).length > 0
  if (baseFee > 0n && (needsList || random.chance(0.7)))
    return { type: 2, chainId, maxFee: gasPrice + baseFee, tip, margin }
  const hasType1 = rules.isActive('apricotPhase2', timestamp) && random.chance(0.2)
  return { type: hasType1 ? 1 : 0, chainId, maxFee: gasPrice, tip: gasPrice, margin }
}

/** Signs a call with an offer. */
export function signCall(
  call: Call,
  nonce: bigint,
  { type, chainId, maxFee, tip }: Offer,
  gasLimit: bigint,
): SignedEvmTransaction {
  const { to, value, data, accessList = [] } = call
  const fields = { chainId, nonce, gasLimit, to, value, data }
  const unsigned: EvmTransaction =
    type === 2
      ? Object.assign(fields, {
          type,
          maxPriorityFeePerGas: tip,
          maxFeePerGas: maxFee,
          accessList: [...accessList],
        })
      : type === 1
        ? Object.assign(fields, { type, gasPrice: maxFee, accessList: [...accessList] })
        : Object.assign(fields, { type, gasPrice: maxFee })
  return signEvmTransaction(unsigned, call.from.signer)
}

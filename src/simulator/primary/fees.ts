import { gasPrice, platformGas } from '../../formats/p-chain-complexity.ts'
import type { PlatformTransaction } from '../../formats/p-chain-transactions.ts'
import type { NetworkFacts } from './facts.ts'
import type { PlatformHead } from './platform/platform-head.ts'

/** Fee of an ordinary transaction of the X-chain, and of the P-chain before Etna, nAVAX. */
export const baseFee = 1_000_000n
/** Fee of an X-chain CreateAssetTx, nAVAX. */
const createAssetFee = 10_000_000n

/**
 * Returns the nAVAX that a P-chain transaction burns at this time. Before Etna the fee is fixed by
 * type, as in the node's configuration. Since Etna it is the gas of the transaction at the price of
 * its block (ACP-103).
 */
export function platformFee(
  tx: PlatformTransaction,
  { facts, platform }: { readonly facts: NetworkFacts; readonly platform: PlatformHead },
  time: number,
): bigint {
  if (facts.isActive('etna', time))
    return BigInt(platformGas(tx)) * gasPrice(platform.gasAt(time).excess)
  const isMainnet = facts.network === 'mainnet'
  switch (tx.type) {
    case 'CreateSubnetTx':
    case 'CreateChainTx':
      if (!facts.isActive('apricotPhase3', time)) return createAssetFee
      return isMainnet ? 1_000_000_000n : 100_000_000n
    case 'TransformSubnetTx':
      return isMainnet ? 10_000_000_000n : 1_000_000_000n
    case 'AddValidatorTx':
    case 'AddDelegatorTx':
      return 0n
    case 'AddPermissionlessValidatorTx':
    case 'AddPermissionlessDelegatorTx':
      return tx.subnetId.every((byte) => byte === 0) ? 0n : baseFee
    default:
      return baseFee
  }
}

/** Returns the nAVAX that an X-chain transaction burns. */
export const exchangeFee = (type: string): bigint =>
  type === 'CreateAssetTx' ? createAssetFee : baseFee

/**
 * Returns the gas of a C-chain atomic transaction: its bytes, and 1,000 for each signature. Since
 * Apricot 5, it includes 10,000 for the transaction (avalanchego, coreth's atomic gas).
 */
export function atomicGas(signedBytes: number, signatures: number, hasFixedPart: boolean): bigint {
  return BigInt(signedBytes + 1000 * signatures + (hasFixedPart ? 10_000 : 0))
}

/** Returns nAVAX for gas at a price in wei, rounded up; a fixed fee before Apricot 3. */
export const atomicFee = (gas: bigint, baseFeeWei: bigint): bigint =>
  baseFeeWei === 0n ? baseFee : (gas * baseFeeWei + 999_999_999n) / 1_000_000_000n

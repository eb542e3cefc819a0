import { encode } from '../../formats/codec.ts'
import {
  type PlatformTransaction,
  platformTransactions,
} from '../../formats/p-chain-transactions.ts'
import type { NetworkFacts } from './facts.ts'

/** Fee of an ordinary transaction of the X-chain, and of the P-chain before Etna, nAVAX. */
export const baseFee = 1_000_000n
/** Fee of an X-chain CreateAssetTx, nAVAX. */
const createAssetFee = 10_000_000n

// ACP-103: a unit of gas is a byte, a thousandth of a database operation, or a quarter of a
// microsecond. In this world the price stays at its minimum of 1 nAVAX.
const databaseGas = 1000
const signatureGas = 4 * 200
const blsGas = 4 * 1050

/**
 * Returns the nAVAX that a P-chain transaction burns at this time. Before Etna the fee is fixed by
 * type, as in the node's configuration. Since Etna it follows from a simple count of the
 * transaction's complexity. G-79
 */
export function platformFee(tx: PlatformTransaction, facts: NetworkFacts, time: number): bigint {
  if (facts.isActive('etna', time)) return BigInt(platformGas(tx))
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

/** Returns the length of the credentials after an unsigned transaction. */
export const credentialBytes = (slots: readonly { readonly signatures: number }[]): number =>
  slots.reduce((sum, { signatures }) => sum + 8 + 65 * signatures, 4)

/** Returns the gas of a P-chain transaction since Etna (ACP-103), as this world counts it. G-79 */
export function platformGas(tx: PlatformTransaction): number {
  const slots = platformTransactions.credentialSlots(tx)
  const signatures = slots.reduce((sum, slot) => sum + slot.signatures, 0)
  const bytes = encode(platformTransactions.unsigned, tx).length + credentialBytes(slots)
  const outputs = 'outputs' in tx ? tx.outputs.length : 0
  const stake = 'stake' in tx ? tx.stake.length : 0
  const exported = 'exportedOutputs' in tx ? tx.exportedOutputs.length : 0
  const operations = 2 * slots.length + outputs + stake + exported + 2
  const proofs =
    tx.type === 'ConvertSubnetToL1Tx'
      ? tx.validators.length
      : [
            'AddPermissionlessValidatorTx',
            'RegisterL1ValidatorTx',
            'SetL1ValidatorWeightTx',
          ].includes(tx.type)
        ? 1
        : 0
  return bytes + operations * databaseGas + signatures * signatureGas + proofs * blsGas
}

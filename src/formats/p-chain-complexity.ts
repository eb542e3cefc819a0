import { decode, encode } from './codec.ts'
import { type PlatformTransaction, platformTransactions } from './p-chain-transactions.ts'
import { decodeBitSet } from './validator-sets.ts'
import { SignedWarpMessage } from './warp.ts'

// Dynamic fees of the P-chain since Etna (ACP-103; avalanchego vms/platformvm/txs/fee and
// vms/components/gas). A transaction has a complexity of four dimensions, their weighted sum is its
// gas, and a unit of gas has a price that follows from the excess.

/** Complexity of a P-chain transaction. */
export interface Complexity {
  /** Bytes of the signed transaction. */
  readonly bandwidth: number
  readonly databaseReads: number
  readonly databaseWrites: number
  /** Microseconds. */
  readonly compute: number
}

/** Parameters of the fee market of the public networks. */
export const platformFeeConfig = {
  /** Weights of bandwidth, reads, writes and compute. */
  weights: [1, 1000, 1000, 4],
  /** Maximum gas of a block. */
  maxCapacity: 1_000_000,
  /** Gas that the chain regains each second. */
  maxPerSecond: 100_000,
  /** Gas by which the excess falls each second. */
  targetPerSecond: 50_000,
  /** nAVAX for a unit of gas without excess. */
  minPrice: 1,
  excessConversionConstant: 2_164_043,
} as const

/** Gas that the chain may use now, and gas used above the target; both after a block. */
export interface GasState {
  readonly capacity: number
  readonly excess: bigint
}

const signatureCompute = 200
const blsVerifyCompute = 1000
const blsAggregateCompute = 5
const proofCompute = blsVerifyCompute + 50
/** Reads that find the validator set of a Warp message. */
const warpReads = 23
/** Writes for each validator that a ConvertSubnetToL1Tx begins with. */
const conversionValidatorWrites = 4

/** Reads and writes of types in addition to those of inputs and outputs. */
const operations: Readonly<
  Partial<Record<PlatformTransaction['type'], readonly [reads: number, writes: number]>>
> = {
  AddSubnetValidatorTx: [3, 3],
  CreateChainTx: [3, 1],
  CreateSubnetTx: [0, 1],
  ImportTx: [0, 0],
  ExportTx: [0, 0],
  RemoveSubnetValidatorTx: [1, 3],
  AddPermissionlessValidatorTx: [1, 3],
  AddPermissionlessDelegatorTx: [1, 2],
  TransferSubnetOwnershipTx: [1, 1],
  BaseTx: [0, 0],
  ConvertSubnetToL1Tx: [3, 2],
  RegisterL1ValidatorTx: [5, 6],
  SetL1ValidatorWeightTx: [3, 5],
  IncreaseL1ValidatorBalanceTx: [1, 5],
  DisableL1ValidatorTx: [1, 6],
}

/**
 * Returns the complexity of a transaction with all signatures that it declares; undefined for types
 * without dynamic fees. Throws FormatError when its Warp message does not decode.
 */
export function platformComplexity(tx: PlatformTransaction): Complexity | undefined {
  const [reads, writes] = operations[tx.type] ?? []
  if (reads === undefined || writes === undefined || !('inputs' in tx)) return undefined
  const imported = 'importedInputs' in tx ? tx.importedInputs : []
  const inputs = [...tx.inputs, ...imported]
  const stake = 'stake' in tx ? tx.stake.length : 0
  const exported = 'exportedOutputs' in tx ? tx.exportedOutputs.length : 0
  const started = tx.type === 'ConvertSubnetToL1Tx' ? tx.validators.length : 0
  const message = 'message' in tx ? messageComplexity(tx.message) : { reads: 0, compute: 0 }
  const slots = platformTransactions.credentialSlots(tx)
  const signatures = slots.reduce((sum, slot) => sum + slot.signatures, 0)
  return {
    bandwidth: encode(platformTransactions.unsigned, tx).length + credentialBytes(slots),
    databaseReads: reads + inputs.length + message.reads,
    databaseWrites:
      writes +
      inputs.length +
      tx.outputs.length +
      stake +
      exported +
      started * conversionValidatorWrites,
    compute: signatures * signatureCompute + proofsOf(tx) * proofCompute + message.compute,
  }
}

/** Returns the gas of a complexity. */
export function gasOfComplexity(complexity: Complexity): number {
  const { bandwidth, databaseReads, databaseWrites, compute } = complexity
  const [byte, read, write, microsecond] = platformFeeConfig.weights
  return bandwidth * byte + databaseReads * read + databaseWrites * write + compute * microsecond
}

/** Returns the gas of a transaction; 0 for types without dynamic fees. Throws FormatError. */
export function platformGas(tx: PlatformTransaction): number {
  const complexity = platformComplexity(tx)
  return complexity ? gasOfComplexity(complexity) : 0
}

/** Returns the state after some seconds without a block. */
export function gasAfter({ capacity, excess }: GasState, seconds: number): GasState {
  const { maxCapacity, maxPerSecond, targetPerSecond } = platformFeeConfig
  const fallen = excess - BigInt(seconds) * BigInt(targetPerSecond)
  return {
    capacity: Math.min(maxCapacity, capacity + seconds * maxPerSecond),
    excess: fallen > 0n ? fallen : 0n,
  }
}

/** Returns the state after a block that uses this gas; it must not exceed the capacity. */
export const gasConsumed = ({ capacity, excess }: GasState, gas: number): GasState => ({
  capacity: capacity - gas,
  excess: excess + BigInt(gas),
})

/**
 * Returns nAVAX for a unit of gas: the lowest price times e to the power of excess / conversion
 * constant, as the node approximates it with integers.
 */
export function gasPrice(excess: bigint): bigint {
  const { minPrice, excessConversionConstant } = platformFeeConfig
  const constant = BigInt(excessConversionConstant)
  let term = BigInt(minPrice) * constant
  let sum = 0n
  for (let i = 1n; term > 0n; i++) {
    sum += term
    if (sum / constant > maxUint64) return maxUint64
    term = (term * excess) / (constant * i)
  }
  return sum / constant
}

const maxUint64 = 2n ** 64n - 1n

/** Returns the length of the credentials after an unsigned transaction. */
export const credentialBytes = (slots: readonly { readonly signatures: number }[]): number =>
  slots.reduce((sum, { signatures }) => sum + 8 + 65 * signatures, 4)

/** Returns the number of proofs of possession that the node verifies. */
function proofsOf(tx: PlatformTransaction): number {
  if (tx.type === 'ConvertSubnetToL1Tx') return tx.validators.length
  if (tx.type === 'RegisterL1ValidatorTx') return 1
  return tx.type === 'AddPermissionlessValidatorTx' && tx.signer.type === 'ProofOfPossession'
    ? 1
    : 0
}

function messageComplexity(message: Uint8Array) {
  const { signature } = decode(SignedWarpMessage, message)
  const signers = decodeBitSet(signature.signers).length
  return { reads: warpReads, compute: signers * blsAggregateCompute + blsVerifyCompute }
}

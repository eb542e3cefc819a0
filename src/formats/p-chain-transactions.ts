import { bytes, type Decoded, fixed, id, short, text, u8, u32, u64 } from './codec.ts'
import {
  baseFields,
  Credential,
  inputFields,
  ownersFields,
  TransferInput,
  TransferOutput,
  transferableInput,
  transferableOutput,
} from './components.ts'
import { list, struct, union, variant } from './layouts.ts'
import { type CredentialSlot, transactionFormat } from './signed-transactions.ts'

// P-chain (avalanchego vms/platformvm/txs and its codec): one table of type ids for outputs,
// inputs, owners, signers, credentials, transactions and blocks. Amounts are nAVAX, times seconds.

/** An output that may be staked, but not moved before its locktime. */
export const StakeableLockOutput = variant(22, 'StakeableLockOutput', {
  locktime: u64,
  output: union(TransferOutput),
})
/** Outputs of the P-chain. */
export const PlatformOutput = union(TransferOutput, StakeableLockOutput)
export type PlatformOutput = Decoded<typeof PlatformOutput>

/** Inputs of the P-chain; a locked input with the same locktime spends a locked output. */
export const PlatformInput = union(
  TransferInput,
  variant(21, 'StakeableLockInput', { locktime: u64, input: union(TransferInput) }),
)
export type PlatformInput = Decoded<typeof PlatformInput>

/** Signatures for one input or authorization. */
export const PlatformCredential = union(Credential)
export type PlatformCredential = Decoded<typeof PlatformCredential>

/** Owners of a subnet or of rewards. */
export const Owners = union(variant(11, 'Owners', ownersFields))
export type Owners = Decoded<typeof Owners>

/** Keys of a subnet's or L1 validator's owner that sign. */
export const Authorization = union(variant(10, 'Input', inputFields))

/** A BLS public key (48 bytes, compressed) and the proof (96 bytes) that its owner knows it. */
export const proofOfPossessionFields = { publicKey: fixed(48), proof: fixed(96) }

/** BLS key of a validator: the primary network demands one, subnets none. */
export const Signer = union(
  variant(27, 'EmptySigner', {}),
  variant(28, 'ProofOfPossession', proofOfPossessionFields),
)
export type Signer = Decoded<typeof Signer>

/** Owner of an L1 validator's balance, or of the right to disable it; it has no locktime. */
export const PChainOwner = struct({ threshold: u32, addresses: list(short) })
export type PChainOwner = Decoded<typeof PChainOwner>

/** A validator that a ConvertSubnetToL1Tx starts with; they are ordered by node id. */
export const ConversionValidator = struct({
  nodeId: bytes,
  weight: u64,
  balance: u64,
  signer: struct(proofOfPossessionFields),
  remainingBalanceOwner: PChainOwner,
  deactivationOwner: PChainOwner,
})
export type ConversionValidator = Decoded<typeof ConversionValidator>

const base = baseFields(PlatformOutput, PlatformInput)
const validator = struct({ nodeId: short, start: u64, end: u64, weight: u64 })
const stake = list(transferableOutput(PlatformOutput))

/** Every transaction of the P-chain except the auto-renewed staking ones (40 to 42). */
export const PlatformTransaction = union(
  // Shares are the delegation fee, in millionths.
  variant(12, 'AddValidatorTx', { ...base, validator, stake, rewardsOwner: Owners, shares: u32 }),
  variant(13, 'AddSubnetValidatorTx', {
    ...base,
    validator,
    subnetId: id,
    authorization: Authorization,
  }),
  variant(14, 'AddDelegatorTx', { ...base, validator, stake, rewardsOwner: Owners }),
  variant(15, 'CreateChainTx', {
    ...base,
    subnetId: id,
    name: text,
    vmId: id,
    fxIds: list(id),
    genesis: bytes,
    authorization: Authorization,
  }),
  variant(16, 'CreateSubnetTx', { ...base, owner: Owners }),
  variant(17, 'ImportTx', {
    ...base,
    sourceChain: id,
    importedInputs: list(transferableInput(PlatformInput)),
  }),
  variant(18, 'ExportTx', {
    ...base,
    destinationChain: id,
    exportedOutputs: list(transferableOutput(PlatformOutput)),
  }),
  variant(19, 'AdvanceTimeTx', { time: u64 }),
  variant(20, 'RewardValidatorTx', { txId: id }),
  variant(23, 'RemoveSubnetValidatorTx', {
    ...base,
    nodeId: short,
    subnetId: id,
    authorization: Authorization,
  }),
  variant(24, 'TransformSubnetTx', {
    ...base,
    subnetId: id,
    assetId: id,
    initialSupply: u64,
    maximumSupply: u64,
    minConsumptionRate: u64,
    maxConsumptionRate: u64,
    minValidatorStake: u64,
    maxValidatorStake: u64,
    minStakeDuration: u32,
    maxStakeDuration: u32,
    minDelegationFee: u32,
    minDelegatorStake: u64,
    maxValidatorWeightFactor: u8,
    uptimeRequirement: u32,
    authorization: Authorization,
  }),
  variant(25, 'AddPermissionlessValidatorTx', {
    ...base,
    validator,
    subnetId: id,
    signer: Signer,
    stake,
    validatorRewardsOwner: Owners,
    delegatorRewardsOwner: Owners,
    shares: u32,
  }),
  variant(26, 'AddPermissionlessDelegatorTx', {
    ...base,
    validator,
    subnetId: id,
    stake,
    rewardsOwner: Owners,
  }),
  variant(33, 'TransferSubnetOwnershipTx', {
    ...base,
    subnetId: id,
    authorization: Authorization,
    owner: Owners,
  }),
  variant(34, 'BaseTx', base),
  variant(35, 'ConvertSubnetToL1Tx', {
    ...base,
    subnetId: id,
    managerChainId: id,
    managerAddress: bytes,
    validators: list(ConversionValidator),
    authorization: Authorization,
  }),
  // The messages are signed Warp messages.
  variant(36, 'RegisterL1ValidatorTx', {
    ...base,
    balance: u64,
    proofOfPossession: fixed(96),
    message: bytes,
  }),
  variant(37, 'SetL1ValidatorWeightTx', { ...base, message: bytes }),
  variant(38, 'IncreaseL1ValidatorBalanceTx', { ...base, validationId: id, balance: u64 }),
  variant(39, 'DisableL1ValidatorTx', {
    ...base,
    validationId: id,
    authorization: Authorization,
  }),
)
export type PlatformTransaction = Decoded<typeof PlatformTransaction>

/** Format for reading, writing and signing P-chain transactions. */
export const platformTransactions = transactionFormat(
  PlatformTransaction,
  PlatformCredential,
  credentialSlots,
)

/**
 * Returns the slots of inputs, imported inputs and the authorization. The two transactions of the
 * chain itself have none.
 */
function credentialSlots(tx: PlatformTransaction): CredentialSlot<PlatformCredential>[] {
  const inputs = 'inputs' in tx ? tx.inputs.map(({ input }) => input) : []
  const imported = 'importedInputs' in tx ? tx.importedInputs.map(({ input }) => input) : []
  const authorizations = 'authorization' in tx ? [tx.authorization] : []
  return [...inputs, ...imported, ...authorizations].map((input) => {
    const { signatureIndices } = input.type === 'StakeableLockInput' ? input.input : input
    return { type: 'Credential', signatures: signatureIndices.length }
  })
}

import { encodeCb58, nodeIdText, toHex } from '../../formats/ids.ts'
import {
  type PlatformCredential,
  type PlatformTransaction,
  platformTransactions,
} from '../../formats/p-chain-transactions.ts'
import type { Issued } from '../../formats/signed-transactions.ts'
import {
  type AddressForm,
  baseJson,
  credentialJson,
  inputsJson,
  outputsJson,
  ownersJson,
} from './components.ts'
import type { NodeJson } from './write-json.ts'

// JSON of the P-chain's transactions: the tags of avalanchego's vms/platformvm/txs.

type Of<Type extends PlatformTransaction['type']> = Extract<
  PlatformTransaction,
  { readonly type: Type }
>

type Fields = { readonly [name: string]: NodeJson }

/** Returns the JSON of a signed transaction of the P-chain. */
export function platformTransactionJson(bytes: Uint8Array, prefix: AddressForm['prefix']): Fields {
  const { unsigned, credentials, id }: Issued<PlatformTransaction, PlatformCredential> =
    platformTransactions.decode(bytes)
  return {
    unsignedTx: unsignedPlatformJson(unsigned, prefix),
    credentials: credentials.map(credentialJson),
    id: encodeCb58(id),
  }
}

/** Returns the JSON of an unsigned transaction of the P-chain. */
export function unsignedPlatformJson(
  tx: PlatformTransaction,
  prefix: AddressForm['prefix'],
): Fields {
  const form = { chain: 'P', prefix } as const
  const own = fieldsOf[tx.type] as (of: PlatformTransaction, form: AddressForm) => Fields
  return { ...('inputs' in tx && baseJson(tx, form)), ...own(tx, form) }
}

const fieldsOf: {
  readonly [Type in PlatformTransaction['type']]: (tx: Of<Type>, form: AddressForm) => Fields
} = {
  AddValidatorTx: (tx, form) => ({
    validator: validatorJson(tx.validator),
    stake: outputsJson(tx.stake, form),
    rewardsOwner: ownersJson(tx.rewardsOwner, form),
    shares: tx.shares,
  }),
  AddSubnetValidatorTx: (tx) => ({
    validator: { ...validatorJson(tx.validator), subnetID: encodeCb58(tx.subnetId) },
    subnetAuthorization: authorizationJson(tx),
  }),
  AddDelegatorTx: (tx, form) => ({
    validator: validatorJson(tx.validator),
    stake: outputsJson(tx.stake, form),
    rewardsOwner: ownersJson(tx.rewardsOwner, form),
  }),
  CreateChainTx: (tx) => ({
    subnetID: encodeCb58(tx.subnetId),
    chainName: tx.name,
    vmID: encodeCb58(tx.vmId),
    fxIDs: tx.fxIds.map((id) => encodeCb58(id)),
    genesisData: Buffer.from(tx.genesis).toString('base64'),
    subnetAuthorization: authorizationJson(tx),
  }),
  CreateSubnetTx: (tx, form) => ({ owner: ownersJson(tx.owner, form) }),
  ImportTx: (tx) => ({
    sourceChain: encodeCb58(tx.sourceChain),
    importedInputs: inputsJson(tx.importedInputs),
  }),
  ExportTx: (tx, form) => ({
    destinationChain: encodeCb58(tx.destinationChain),
    exportedOutputs: outputsJson(tx.exportedOutputs, form),
  }),
  AdvanceTimeTx: ({ time }) => ({ time }),
  RewardValidatorTx: ({ txId }) => ({ txID: encodeCb58(txId) }),
  RemoveSubnetValidatorTx: (tx) => ({
    nodeID: nodeIdText(tx.nodeId),
    subnetID: encodeCb58(tx.subnetId),
    subnetAuthorization: authorizationJson(tx),
  }),
  TransformSubnetTx: (tx) => ({
    subnetID: encodeCb58(tx.subnetId),
    assetID: encodeCb58(tx.assetId),
    initialSupply: tx.initialSupply,
    maximumSupply: tx.maximumSupply,
    minConsumptionRate: tx.minConsumptionRate,
    maxConsumptionRate: tx.maxConsumptionRate,
    minValidatorStake: tx.minValidatorStake,
    maxValidatorStake: tx.maxValidatorStake,
    minStakeDuration: tx.minStakeDuration,
    maxStakeDuration: tx.maxStakeDuration,
    minDelegationFee: tx.minDelegationFee,
    minDelegatorStake: tx.minDelegatorStake,
    maxValidatorWeightFactor: tx.maxValidatorWeightFactor,
    uptimeRequirement: tx.uptimeRequirement,
    subnetAuthorization: authorizationJson(tx),
  }),
  AddPermissionlessValidatorTx: (tx, form) => ({
    validator: validatorJson(tx.validator),
    subnetID: encodeCb58(tx.subnetId),
    signer: tx.signer.type === 'EmptySigner' ? {} : signerJson(tx.signer),
    stake: outputsJson(tx.stake, form),
    validationRewardsOwner: ownersJson(tx.validatorRewardsOwner, form),
    delegationRewardsOwner: ownersJson(tx.delegatorRewardsOwner, form),
    shares: tx.shares,
  }),
  AddPermissionlessDelegatorTx: (tx, form) => ({
    validator: validatorJson(tx.validator),
    subnetID: encodeCb58(tx.subnetId),
    stake: outputsJson(tx.stake, form),
    rewardsOwner: ownersJson(tx.rewardsOwner, form),
  }),
  TransferSubnetOwnershipTx: (tx, form) => ({
    subnetID: encodeCb58(tx.subnetId),
    subnetAuthorization: authorizationJson(tx),
    newOwner: ownersJson(tx.owner, form),
  }),
  BaseTx: () => ({}),
  ConvertSubnetToL1Tx: (tx) => ({
    subnetID: encodeCb58(tx.subnetId),
    chainID: encodeCb58(tx.managerChainId),
    address: toHex(tx.managerAddress),
    validators: tx.validators.map((each) => ({
      nodeID: toHex(each.nodeId),
      weight: each.weight,
      balance: each.balance,
      signer: signerJson(each.signer),
      remainingBalanceOwner: l1OwnerJson(each.remainingBalanceOwner),
      deactivationOwner: l1OwnerJson(each.deactivationOwner),
    })),
    subnetAuthorization: authorizationJson(tx),
  }),
  RegisterL1ValidatorTx: (tx) => ({
    balance: tx.balance,
    // An array of bytes, which Go writes as numbers.
    proofOfPossession: [...tx.proofOfPossession],
    message: toHex(tx.message),
  }),
  SetL1ValidatorWeightTx: ({ message }) => ({ message: toHex(message) }),
  IncreaseL1ValidatorBalanceTx: ({ validationId, balance }) => ({
    validationID: encodeCb58(validationId),
    balance,
  }),
  DisableL1ValidatorTx: (tx) => ({
    validationID: encodeCb58(tx.validationId),
    disableAuthorization: authorizationJson(tx),
  }),
}

const validatorJson = ({ nodeId, start, end, weight }: Of<'AddDelegatorTx'>['validator']) => ({
  nodeID: nodeIdText(nodeId),
  start,
  end,
  weight,
})

const authorizationJson = ({
  authorization,
}: {
  readonly authorization: { readonly signatureIndices: readonly number[] }
}) => ({ signatureIndices: authorization.signatureIndices })

/** Returns the JSON of a BLS key with the proof of its possession. */
export const signerJson = ({
  publicKey,
  proof,
}: {
  readonly publicKey: Uint8Array
  readonly proof: Uint8Array
}) => ({ publicKey: toHex(publicKey), proofOfPossession: toHex(proof) })

/** Owners of L1 validators are in Warp messages too; their addresses have no chain. */
const l1OwnerJson = ({
  threshold,
  addresses,
}: {
  readonly threshold: number
  readonly addresses: readonly Uint8Array[]
}) => ({ threshold, addresses: addresses.map((address) => encodeCb58(address)) })

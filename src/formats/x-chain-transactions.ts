import { bytes, type Decoded, id, text, u8, u32 } from './codec.ts'
import {
  baseFields,
  Credential,
  OperationInput,
  OutputOwners,
  ownersFields,
  signatures,
  TransferInput,
  TransferOutput,
  transferableInput,
  transferableOutput,
  transferOutputFields,
} from './components.ts'
import { list, struct, union, variant, versioned } from './layouts.ts'
import { type CredentialSlot, transactionFormat } from './signed-transactions.ts'

// X-chain (avalanchego vms/avm/txs and its codec): one table of type ids for transactions, for the
// three fxs (secp256k1fx, nftfx, propertyfx) and for blocks.

const nftTransferOutputFields = { groupId: u32, payload: bytes, ...ownersFields }

/** Rows of {@link ExchangeOutput}, also used by larger tables. */
export const exchangeOutputs = [
  variant(6, 'MintOutput', ownersFields),
  TransferOutput,
  variant(10, 'NftMintOutput', { groupId: u32, ...ownersFields }),
  variant(11, 'NftTransferOutput', nftTransferOutputFields),
  variant(15, 'PropertyMintOutput', ownersFields),
  variant(16, 'PropertyOwnedOutput', ownersFields),
] as const
/** Outputs that a UTXO of the X-chain may contain. */
export const ExchangeOutput = union(...exchangeOutputs)
export type ExchangeOutput = Decoded<typeof ExchangeOutput>

const input = OperationInput

/** Operations: they spend outputs that are not amounts, and create new ones. */
export const ExchangeOperation = union(
  variant(8, 'MintOperation', {
    input,
    mintOutput: OutputOwners,
    transferOutput: struct(transferOutputFields),
  }),
  variant(12, 'NftMintOperation', {
    input,
    groupId: u32,
    payload: bytes,
    owners: list(OutputOwners),
  }),
  variant(13, 'NftTransferOperation', { input, output: struct(nftTransferOutputFields) }),
  variant(17, 'PropertyMintOperation', {
    input,
    mintOutput: OutputOwners,
    ownedOutput: OutputOwners,
  }),
  variant(18, 'PropertyBurnOperation', { input }),
)
export type ExchangeOperation = Decoded<typeof ExchangeOperation>

/** Signatures for one input or operation, in the credential of its fx. */
export const ExchangeCredential = union(
  Credential,
  variant(14, 'NftCredential', { signatures }),
  variant(19, 'PropertyCredential', { signatures }),
)
export type ExchangeCredential = Decoded<typeof ExchangeCredential>

const transferOutput = union(TransferOutput)
const transferInput = union(TransferInput)
const base = baseFields(transferOutput, transferInput)

// fxIndex: 0 secp256k1fx, 1 nftfx, 2 propertyfx. States ascend by fxIndex, their outputs by bytes.
const createAssetFields = {
  ...base,
  name: text,
  symbol: text,
  denomination: u8,
  initialStates: list(struct({ fxIndex: u32, outputs: list(ExchangeOutput) })),
}

/** Genesis of the X-chain: assets, each with an alias (avalanchego vms/avm). */
export const ExchangeGenesis = versioned(0, list(struct({ alias: text, ...createAssetFields })))
export type ExchangeGenesis = Decoded<typeof ExchangeGenesis>

/** An operation with its asset and the outputs that it spends; a transaction has them in order. */
export const ExchangeAssetOperation = struct({
  assetId: id,
  utxos: list(struct({ txId: id, outputIndex: u32 })),
  operation: ExchangeOperation,
})

/** Every transaction of the X-chain. */
export const ExchangeTransaction = union(
  variant(0, 'BaseTx', base),
  variant(1, 'CreateAssetTx', createAssetFields),
  variant(2, 'OperationTx', {
    ...base,
    operations: list(ExchangeAssetOperation),
  }),
  variant(3, 'ImportTx', {
    ...base,
    sourceChain: id,
    importedInputs: list(transferableInput(transferInput)),
  }),
  variant(4, 'ExportTx', {
    ...base,
    destinationChain: id,
    exportedOutputs: list(transferableOutput(transferOutput)),
  }),
)
export type ExchangeTransaction = Decoded<typeof ExchangeTransaction>

/** Format for reading, writing and signing X-chain transactions. */
export const exchangeTransactions = transactionFormat(
  ExchangeTransaction,
  ExchangeCredential,
  credentialSlots,
)

/** Feature extensions in the order of `fxIndex`. */
export const featureExtensions = ['secp256k1fx', 'nftfx', 'propertyfx'] as const
/** Name of a feature extension. */
export type FeatureExtension = (typeof featureExtensions)[number]

/** Returns the feature extension of a type of credentials. */
export const fxOfCredential = (type: ExchangeCredential['type']): FeatureExtension =>
  fxByCredential[type]

/** Returns the type of credentials that an operation needs: that of its own feature extension. */
export const credentialOfOperation = (
  type: ExchangeOperation['type'],
): ExchangeCredential['type'] => credentialByOperation[type]

const fxByCredential = {
  Credential: 'secp256k1fx',
  NftCredential: 'nftfx',
  PropertyCredential: 'propertyfx',
} as const satisfies Record<ExchangeCredential['type'], FeatureExtension>

const credentialByOperation = {
  MintOperation: 'Credential',
  NftMintOperation: 'NftCredential',
  NftTransferOperation: 'NftCredential',
  PropertyMintOperation: 'PropertyCredential',
  PropertyBurnOperation: 'PropertyCredential',
} as const satisfies Record<ExchangeOperation['type'], ExchangeCredential['type']>

/**
 * Returns the slots of inputs, then of operations or imported inputs. An operation's credential is
 * of its own fx.
 */
function credentialSlots(tx: ExchangeTransaction): CredentialSlot<ExchangeCredential>[] {
  const imported = tx.type === 'ImportTx' ? tx.importedInputs : []
  const operations = tx.type === 'OperationTx' ? tx.operations : []
  return [
    ...[...tx.inputs, ...imported].map(({ input }) => ({
      type: 'Credential' as const,
      signatures: input.signatureIndices.length,
    })),
    ...operations.map(({ operation }) => ({
      type: credentialOfOperation(operation.type),
      signatures: operation.input.signatureIndices.length,
    })),
  ]
}

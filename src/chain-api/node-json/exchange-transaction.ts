import { encodeCb58, toHex } from '../../formats/ids.ts'
import {
  credentialOfOperation,
  type ExchangeOperation,
  type ExchangeTransaction,
  exchangeTransactions,
  featureExtensions,
  fxOfCredential,
} from '../../formats/x-chain-transactions.ts'
import {
  type AddressForm,
  baseJson,
  credentialJson,
  fxIds,
  inputsJson,
  nftTransferOutputJson,
  outputJson,
  outputsJson,
  ownersJson,
  transferOutputJson,
} from './components.ts'
import type { NodeJson } from './write-json.ts'

// JSON of the X-chain's transactions: the tags of avalanchego's vms/avm/txs, vms/nftfx and
// vms/propertyfx.

type Of<Type extends ExchangeTransaction['type']> = Extract<
  ExchangeTransaction,
  { readonly type: Type }
>

type Fields = { readonly [name: string]: NodeJson }

/** Returns the JSON of a signed transaction of the X-chain. */
export function exchangeTransactionJson(bytes: Uint8Array, prefix: AddressForm['prefix']): Fields {
  const { unsigned: tx, credentials, id } = exchangeTransactions.decode(bytes)
  const form = { chain: 'X', prefix } as const
  const own = fieldsOf[tx.type] as (of: ExchangeTransaction, form: AddressForm) => Fields
  return {
    unsignedTx: { ...baseJson(tx, form), ...own(tx, form) },
    credentials: credentials.map((credential) => ({
      fxID: fxIds[fxOfCredential(credential.type)],
      credential: credentialJson(credential),
    })),
    id: encodeCb58(id),
  }
}

const fieldsOf: {
  readonly [Type in ExchangeTransaction['type']]: (tx: Of<Type>, form: AddressForm) => Fields
} = {
  BaseTx: () => ({}),
  CreateAssetTx: (tx, form) => ({
    name: tx.name,
    symbol: tx.symbol,
    denomination: tx.denomination,
    initialStates: tx.initialStates.map(({ fxIndex, outputs }) => ({
      fxIndex,
      fxID: fxIdAt(fxIndex),
      outputs: outputs.map((output) => outputJson(output, form)),
    })),
  }),
  OperationTx: (tx, form) => ({
    operations: tx.operations.map(({ assetId, utxos, operation }) => ({
      assetID: encodeCb58(assetId),
      inputIDs: utxos.map(({ txId, outputIndex }) => ({ txID: encodeCb58(txId), outputIndex })),
      fxID: fxIds[fxOfCredential(credentialOfOperation(operation.type))],
      operation: operationJson(operation, form),
    })),
  }),
  ImportTx: (tx) => ({
    sourceChain: encodeCb58(tx.sourceChain),
    importedInputs: inputsJson(tx.importedInputs),
  }),
  ExportTx: (tx, form) => ({
    destinationChain: encodeCb58(tx.destinationChain),
    exportedOutputs: outputsJson(tx.exportedOutputs, form),
  }),
}

function operationJson(operation: ExchangeOperation, form: AddressForm): Fields {
  const { signatureIndices } = operation.input
  const mintInput = { signatureIndices }
  switch (operation.type) {
    case 'MintOperation':
      return {
        mintInput,
        mintOutput: ownersJson(operation.mintOutput, form),
        transferOutput: transferOutputJson(operation.transferOutput, form),
      }
    case 'NftMintOperation':
      return {
        mintInput,
        groupID: operation.groupId,
        payload: toHex(operation.payload),
        outputs: operation.owners.map((owners) => ownersJson(owners, form)),
      }
    case 'NftTransferOperation':
      return {
        input: { signatureIndices },
        output: nftTransferOutputJson(operation.output, form),
      }
    case 'PropertyMintOperation':
      return {
        mintInput,
        mintOutput: ownersJson(operation.mintOutput, form),
        ownedOutput: ownersJson(operation.ownedOutput, form),
      }
    case 'PropertyBurnOperation':
      return { signatureIndices }
  }
}

/** Returns the id of a feature extension by its index. */
function fxIdAt(index: number): string {
  const fx = featureExtensions[index]
  return fx ? fxIds[fx] : noId
}

const noId = '11111111111111111111111111111111LpoYY'

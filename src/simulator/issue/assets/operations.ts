import { encode } from '../../../formats/codec.ts'
import type { OutputOwners } from '../../../formats/components.ts'
import { OutputOwners as OwnersLayout } from '../../../formats/components.ts'
import { compareBytes } from '../../../formats/ordering.ts'
import { utxoId } from '../../../formats/utxos.ts'
import {
  credentialOfOperation,
  ExchangeAssetOperation,
  type ExchangeCredential,
  type ExchangeOperation,
  type ExchangeTransaction,
  fxOfCredential,
} from '../../../formats/x-chain-transactions.ts'
import { keyOf } from '../../primary/id-text.ts'
import type { Drafting } from '../../primary/state.ts'
import type { HeldUtxo } from '../../primary/utxos/held-utxo.ts'
import { isSortedInputs } from '../base.ts'
import {
  isAscending,
  type Proof,
  verifyCredential,
  verifyIndices,
  verifyOwners,
} from '../owners.ts'
import { refuse } from '../refuse.ts'
import { findOwn, verifyOutput, verifyPayload } from '../spending.ts'
import { verifyFxUsage } from './fx-usage.ts'

// Operations on assets (avalanchego vms/secp256k1fx, vms/nftfx and vms/propertyfx).

type OperationTransaction = Extract<ExchangeTransaction, { readonly type: 'OperationTx' }>
type AssetOperation = OperationTransaction['operations'][number]

/**
 * Checks the form of operations.
 * @param verifyBase checks of the fields with which every transaction begins
 */
export function verifyOperationsForm(
  { inputs, operations }: OperationTransaction,
  verifyBase: () => void,
): void {
  if (operations.length === 0) refuse('an operationTx must have at least one operation')
  verifyBase()
  const idOf = ({ txId, outputIndex }: AssetOperation['utxos'][number]) =>
    keyOf(utxoId(txId, outputIndex))
  const spent = new Set(inputs.map(idOf))
  for (const { utxos, operation } of operations) {
    if (!isSortedInputs(utxos)) refuse('utxo IDs not sorted and unique')
    verifyForm(operation)
    for (const utxo of utxos) {
      const id = idOf(utxo)
      if (spent.has(id)) refuse('inputs attempt to double spend an input')
      spent.add(id)
    }
  }
  const bytes = operations.map((each) => encode(ExchangeAssetOperation, each))
  if (!isAscending(bytes, compareBytes)) refuse('operations not sorted and unique')
}

function verifyForm(operation: ExchangeOperation): void {
  const { signatureIndices } = operation.input
  switch (operation.type) {
    case 'MintOperation':
      verifyIndices(signatureIndices)
      verifyOwners(operation.mintOutput)
      verifyOutput({ type: 'TransferOutput', ...operation.transferOutput })
      return
    case 'NftMintOperation':
      verifyPayload(operation.payload)
      for (const owners of operation.owners) verifyOwners(owners)
      verifyIndices(signatureIndices)
      return
    case 'NftTransferOperation':
      verifyIndices(signatureIndices)
      verifyOutput({ type: 'NftTransferOutput', ...operation.output })
      return
    case 'PropertyMintOperation':
      verifyIndices(signatureIndices)
      verifyOwners(operation.mintOutput)
      verifyOwners(operation.ownedOutput)
      return
    case 'PropertyBurnOperation':
      verifyIndices(signatureIndices)
  }
}

interface SignedOperation {
  readonly proof: Proof
  readonly operation: AssetOperation
  readonly credential: ExchangeCredential
}

/**
 * Checks an operation against the outputs that it spends.
 * @returns those outputs
 */
export function verifyOperation(state: Drafting, of: SignedOperation): readonly HeldUtxo[] {
  const { proof, credential } = of
  const { assetId, utxos, operation } = of.operation
  const spent = utxos.map((input) => {
    const utxo = findOwn(state.utxos, 'X', input) ?? refuse('not found')
    if (compareBytes(utxo.assetId, assetId) !== 0)
      refuse("asset IDs in the input don't match the utxo")
    return utxo
  })
  const expected = credentialOfOperation(operation.type)
  const fx = fxOfCredential(expected)
  verifyFxUsage(state, fx, assetId)
  const isCredentialOfFx = credential.type === expected
  const [first] = spent
  if (fx === 'secp256k1fx') {
    if (!isCredentialOfFx) refuse('wrong credential type')
    if (!first || spent.length !== 1) return refuse('wrong number of utxos for the operation')
  } else {
    if (!first || spent.length !== 1) return refuse('wrong number of UTXOs for the operation')
    if (!isCredentialOfFx) refuse('wrong credential type')
  }
  const owners = ownersFor(operation, first.output)
  verifyCredential(proof, operation.input.signatureIndices, credential, owners)
  return spent
}

/** Checks that an operation may spend an output, and returns the owners who have to sign. */
function ownersFor(operation: ExchangeOperation, output: HeldUtxo['output']): OutputOwners {
  switch (operation.type) {
    case 'MintOperation':
      if (output.type !== 'MintOutput') return refuse('wrong utxo type')
      if (!isSameOwners(output, operation.mintOutput))
        refuse('wrong mint output created from the operation')
      return output
    case 'NftMintOperation':
      if (output.type !== 'NftMintOutput') return refuse('wrong utxo type')
      if (output.groupId !== operation.groupId) refuse('wrong unique ID provided')
      return output
    case 'NftTransferOperation':
      if (output.type !== 'NftTransferOutput') return refuse('wrong utxo type')
      if (output.groupId !== operation.output.groupId) refuse('wrong unique ID provided')
      if (compareBytes(output.payload, operation.output.payload) !== 0)
        refuse('wrong bytes provided')
      return output
    case 'PropertyMintOperation':
      if (output.type !== 'PropertyMintOutput') return refuse('wrong utxo type')
      if (!isSameOwners(output, operation.mintOutput)) refuse('wrong mint output provided')
      return output
    case 'PropertyBurnOperation':
      if (output.type !== 'PropertyOwnedOutput') return refuse('wrong utxo type')
      return output
  }
}

const isSameOwners = (a: OutputOwners, b: OutputOwners): boolean =>
  compareBytes(encode(OwnersLayout, a), encode(OwnersLayout, b)) === 0

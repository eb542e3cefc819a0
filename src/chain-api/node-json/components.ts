import { type AddressPrefix, addressText } from '../../formats/addresses.ts'
import type { OutputOwners } from '../../formats/components.ts'
import { encodeCb58, toHex } from '../../formats/ids.ts'
import type { AnyCredential } from '../../formats/signed-transactions.ts'
import type { Output } from '../../formats/utxos.ts'
import type { FeatureExtension } from '../../formats/x-chain-transactions.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'
import type { NodeJson } from './write-json.ts'

// JSON of what transactions of the P- and X-chain have in common: the tags of avalanchego's
// vms/components/avax and vms/secp256k1fx. Members of owners and outputs come in alphabetical order.

/** Chain and network of the addresses in a JSON. */
export interface AddressForm {
  readonly chain: PrimaryChain
  readonly prefix: AddressPrefix
}

/** Ids of the feature extensions: their names, filled up with zeros. */
export const fxIds = {
  secp256k1fx: 'spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ',
  nftfx: 'qd2U4HDWUvMrVUeTcCHp6xH3Qpnn1XbU5MDdnBoiifFqvgXwT',
  propertyfx: 'rXJsCSEYXg2TehWxCEEGj6JU2PWKTkd6cBdNLjoe2SpsKD9cy',
} as const satisfies Record<FeatureExtension, string>

/** Returns the JSON of owners. */
export const ownersJson = (owners: OutputOwners, form: AddressForm) => ({
  addresses: addressesJson(owners, form),
  locktime: owners.locktime,
  threshold: owners.threshold,
})

const addressesJson = ({ addresses }: Pick<OutputOwners, 'addresses'>, form: AddressForm) =>
  addresses.map((address) => addressText(address, form.prefix, form.chain))

/** Returns the JSON of an output without its asset. */
export function outputJson(output: Output, form: AddressForm): NodeJson {
  switch (output.type) {
    case 'StakeableLockOutput':
      return { locktime: output.locktime, output: outputJson(output.output, form) }
    case 'TransferOutput':
      return transferOutputJson(output, form)
    case 'NftMintOutput': {
      const { locktime, threshold, groupId } = output
      return { addresses: addressesJson(output, form), groupID: groupId, locktime, threshold }
    }
    case 'NftTransferOutput':
      return nftTransferOutputJson(output, form)
    default:
      return ownersJson(output, form)
  }
}

/** Returns the JSON of an amount and its owners. */
export const transferOutputJson = (
  output: OutputOwners & { readonly amount: bigint },
  form: AddressForm,
) => ({
  addresses: addressesJson(output, form),
  amount: output.amount,
  locktime: output.locktime,
  threshold: output.threshold,
})

/** Returns the JSON of an NFT and its owners. */
export const nftTransferOutputJson = (
  output: OutputOwners & { readonly groupId: number; readonly payload: Uint8Array },
  form: AddressForm,
) => ({
  addresses: addressesJson(output, form),
  groupID: output.groupId,
  locktime: output.locktime,
  payload: toHex(output.payload),
  threshold: output.threshold,
})

interface AssetOutput {
  readonly assetId: Uint8Array
  readonly output: Output
}

/** Returns the JSON of outputs with their assets. */
export const outputsJson = (outputs: readonly AssetOutput[], form: AddressForm) =>
  outputs.map(({ assetId, output }) => ({
    assetID: encodeCb58(assetId),
    fxID: fxIds.secp256k1fx,
    output: outputJson(output, form),
  }))

interface PlainInput {
  readonly type: 'TransferInput'
  readonly amount: bigint
  readonly signatureIndices: readonly number[]
}

interface AssetInput {
  readonly txId: Uint8Array
  readonly outputIndex: number
  readonly assetId: Uint8Array
  readonly input:
    | PlainInput
    | { readonly type: 'StakeableLockInput'; readonly locktime: bigint; readonly input: PlainInput }
}

/** Returns the JSON of inputs with the outputs that they spend. */
export const inputsJson = (inputs: readonly AssetInput[]) =>
  inputs.map(({ txId, outputIndex, assetId, input }) => ({
    txID: encodeCb58(txId),
    outputIndex,
    assetID: encodeCb58(assetId),
    fxID: fxIds.secp256k1fx,
    input:
      input.type === 'StakeableLockInput'
        ? { locktime: input.locktime, input: plainInputJson(input.input) }
        : plainInputJson(input),
  }))

const plainInputJson = ({ amount, signatureIndices }: PlainInput) => ({ amount, signatureIndices })

/** Returns the JSON of the fields with which a transaction begins. */
export const baseJson = (
  tx: {
    readonly networkId: number
    readonly blockchainId: Uint8Array
    readonly outputs: readonly AssetOutput[]
    readonly inputs: readonly AssetInput[]
    readonly memo: Uint8Array
  },
  form: AddressForm,
) => ({
  networkID: tx.networkId,
  blockchainID: encodeCb58(tx.blockchainId),
  outputs: outputsJson(tx.outputs, form),
  inputs: inputsJson(tx.inputs),
  memo: toHex(tx.memo),
})

/** Returns the JSON of the signatures of one input. */
export const credentialJson = ({ signatures }: AnyCredential) => ({
  signatures: signatures.map((signature) => toHex(signature)),
})

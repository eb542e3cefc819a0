import type { AssetDefinition } from '../../../../schemas/definition/primary.ts'
import type { OutputOwners } from '../../../formats/components.ts'
import { sortByEncoding } from '../../../formats/ordering.ts'
import { ExchangeOutput } from '../../../formats/x-chain-transactions.ts'
import type { PrimaryChain } from '../../../networks/primary-chain.ts'
import { type Payment, paymentOutput } from '../platform/platform-transfers.ts'
import type { SignedTransaction } from '../signed.ts'
import type { AssetRecord, Drafting } from '../state.ts'
import { ownersOfOutput } from '../utxos/held-utxo.ts'
import { type Owners, outputOwners, type Party, signatureIndices } from '../utxos/parties.ts'
import { buildExchange } from './exchange-builder.ts'

/** Builds a BaseTx of the X-chain: payments in one asset. */
export function exchangeTransfer(
  state: Drafting,
  {
    time,
    from,
    payments,
    assetId = state.facts.avaxId,
    memo,
  }: {
    time: number
    from: Party
    payments: readonly Payment[]
    assetId?: Uint8Array
    memo?: string
  },
): SignedTransaction {
  return buildExchange(state, {
    time,
    payer: from,
    needs: payments.map(({ nAvax }) => ({ assetId, amount: nAvax })),
    outputs: payments.map((payment) => paymentOutput(assetId, payment)),
    ...(memo !== undefined && { memo }),
    assemble: (base) => ({ type: 'BaseTx', ...base }),
  })
}

/** Builds an ExportTx from the X-chain. */
export function exchangeExport(
  state: Drafting,
  {
    time,
    from,
    payment,
    destination,
    assetId = state.facts.avaxId,
    memo,
  }: {
    time: number
    from: Party
    payment: Payment
    destination: PrimaryChain
    assetId?: Uint8Array
    memo?: string
  },
): SignedTransaction {
  const { facts } = state
  const destinationChain = facts.chainIds[destination]
  return buildExchange(state, {
    time,
    payer: from,
    needs: [{ assetId, amount: payment.nAvax }],
    ...(memo !== undefined && { memo }),
    assemble: (base) => ({
      type: 'ExportTx',
      ...base,
      destinationChain,
      exportedOutputs: [paymentOutput(assetId, payment)],
    }),
  })
}

/** A new asset; for NFTs `amount` is the number of groups. */
type NewAsset = Pick<AssetDefinition, 'name' | 'symbol' | 'denomination' | 'kind'> & {
  /** Amount in the smallest unit. */
  readonly amount: bigint
}

/** Builds a CreateAssetTx; NFTs begin with one right to mint per group. */
export function createAsset(
  state: Drafting,
  { time, by, asset, as }: { time: number; by: Party; asset: NewAsset; as?: string },
): SignedTransaction {
  const { name, symbol, denomination } = asset
  const owners = outputOwners(by)
  return buildExchange(state, {
    time,
    payer: by,
    needs: [],
    ...(as !== undefined && { name: as }),
    assemble: (base) => ({
      type: 'CreateAssetTx',
      ...base,
      name,
      symbol,
      denomination,
      initialStates: initialStatesOf(asset, owners),
    }),
  })
}

/** Returns the initial states of an asset. */
function initialStatesOf({ kind, amount }: NewAsset, owners: OutputOwners) {
  if (kind === 'nft') {
    const outputs = Array.from({ length: Number(amount) }, (_, groupId) => ({
      type: 'NftMintOutput' as const,
      groupId,
      ...owners,
    }))
    return [{ fxIndex: 1, outputs: sortByEncoding(ExchangeOutput, outputs) }]
  }
  const all = { type: 'TransferOutput' as const, amount, ...owners }
  const right = { type: 'MintOutput' as const, ...owners }
  const outputs = kind === 'variable' ? [all, right] : [all]
  return [{ fxIndex: 0, outputs: sortByEncoding<ExchangeOutput>(ExchangeOutput, outputs) }]
}

/** An asset whose minter may mint more of it. */
type MintedAsset = Pick<AssetRecord, 'id' | 'minter'>

/**
 * Builds an OperationTx that mints more of a variable asset; undefined while the right is in use.
 */
export function mintAsset(
  state: Drafting,
  { time, asset, to, amount }: { time: number; asset: MintedAsset; to: Owners; amount: bigint },
): SignedTransaction | undefined {
  const [right] = rightsOf(state, asset, asset.minter, 'MintOutput')
  if (!right) return undefined
  return buildExchange(state, {
    time,
    payer: asset.minter,
    needs: [],
    operated: [right],
    assemble: (base) => ({
      type: 'OperationTx',
      ...base,
      operations: [
        {
          assetId: asset.id,
          utxos: [{ txId: right.txId, outputIndex: right.outputIndex }],
          operation: {
            type: 'MintOperation',
            input: { signatureIndices: signatureIndices(asset.minter) },
            mintOutput: outputOwners(asset.minter),
            transferOutput: { amount, ...outputOwners(to) },
          },
        },
      ],
    }),
  })
}

/** Builds an OperationTx that mints an NFT of a group; undefined while its right is used up. */
export function mintNft(
  state: Drafting,
  {
    time,
    asset,
    to,
    payload,
  }: { time: number; asset: MintedAsset; to: Owners; payload: Uint8Array },
): SignedTransaction | undefined {
  const [right] = rightsOf(state, asset, asset.minter, 'NftMintOutput')
  if (right?.output.type !== 'NftMintOutput') return undefined
  const { groupId } = right.output
  return buildExchange(state, {
    time,
    payer: asset.minter,
    needs: [],
    operated: [right],
    assemble: (base) => ({
      type: 'OperationTx',
      ...base,
      operations: [
        {
          assetId: asset.id,
          utxos: [{ txId: right.txId, outputIndex: right.outputIndex }],
          operation: {
            type: 'NftMintOperation',
            input: { signatureIndices: signatureIndices(asset.minter) },
            groupId,
            payload,
            owners: [outputOwners(to)],
          },
        },
      ],
    }),
  })
}

/** Builds an OperationTx that transfers an NFT; undefined when the party has none. */
export function transferNft(
  state: Drafting,
  { time, asset, from, to }: { time: number; asset: AssetRecord; from: Party; to: Party },
): SignedTransaction | undefined {
  const [nft] = rightsOf(state, asset, from, 'NftTransferOutput')
  if (nft?.output.type !== 'NftTransferOutput') return undefined
  const { groupId, payload } = nft.output
  const owner = state.cast.ownersOf(ownersOfOutput(nft.output))
  return buildExchange(state, {
    time,
    payer: from,
    needs: [],
    operated: [nft],
    assemble: (base) => ({
      type: 'OperationTx',
      ...base,
      operations: [
        {
          assetId: asset.id,
          utxos: [{ txId: nft.txId, outputIndex: nft.outputIndex }],
          operation: {
            type: 'NftTransferOperation',
            input: { signatureIndices: signatureIndices(owner) },
            output: { groupId, payload, ...outputOwners(to) },
          },
        },
      ],
    }),
  })
}

function rightsOf(
  { utxos }: Drafting,
  { id: assetId }: Pick<AssetRecord, 'id'>,
  party: Party,
  type: 'MintOutput' | 'NftMintOutput' | 'NftTransferOutput',
) {
  return utxos.find({ createdOn: 'X', consumedOn: 'X', party, assetId, type })
}

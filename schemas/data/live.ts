import { type Static, Type } from '@sinclair/typebox'
import { AssetAmount } from '../common-shapes.ts'
import { Count, DecimalString, EpochSeconds, oneOf } from '../scalars.ts'
import { BalanceAsset } from './balances.ts'

/*
 * Responses of the deployed service that differ from the contract: the live dialect. Official
 * clients distinguish the shapes by their required fields, so all of these must be present.
 */

const text = Type.Optional(Type.String())

/** Signature for a spent output, and its signer; base64 without padding. */
export const LiveCredential = Type.Object(
  { publicKey: Type.String(), signature: Type.String() },
  { $id: 'LiveCredential' },
)
export type LiveCredential = Static<typeof LiveCredential>

/** An output of an X-chain transaction or of a transfer from or to the C-chain. */
export const LiveUtxo = Type.Object(
  {
    addresses: Type.Array(Type.String()),
    asset: AssetAmount,
    consumedOnChainId: Type.String(),
    consumingTxHash: text,
    createdOnChainId: Type.String(),
    utxoId: Type.String(),
    utxoBytes: text,
    consumingTxTimestamp: Type.Optional(EpochSeconds),
    creationTxHash: Type.String(),
    /** Set after the output is spent. */
    credentials: Type.Optional(Type.Array(LiveCredential)),
    groupId: Type.Optional(Count),
    locktime: EpochSeconds,
    outputIndex: DecimalString,
    payload: text,
    threshold: Count,
    timestamp: EpochSeconds,
    utxoType: Type.String(),
  },
  { $id: 'LiveUtxo' },
)
export type LiveUtxo = Static<typeof LiveUtxo>

/** An asset of the X-chain. */
export const XChainAssetDetails = Type.Object(
  {
    assetId: Type.String(),
    name: Type.String(),
    symbol: Type.String(),
    denomination: Count,
    type: AssetAmount.properties.type,
    createdAtTimestamp: EpochSeconds,
    cap: oneOf(['fixed', 'variable']),
  },
  { $id: 'XChainAssetDetails' },
)
export type XChainAssetDetails = Static<typeof XChainAssetDetails>

const xChain = {
  txHash: Type.String(),
  timestamp: EpochSeconds,
  txType: oneOf(['BaseTx', 'CreateAssetTx', 'OperationTx', 'ImportTx', 'ExportTx']),
  memo: Type.String(),
  consumedUtxos: Type.Array(LiveUtxo),
  emittedUtxos: Type.Array(LiveUtxo),
  amountUnlocked: Type.Array(AssetAmount),
  amountCreated: Type.Array(AssetAmount),
  sourceChain: text,
  destinationChain: text,
  assetCreated: Type.Optional(XChainAssetDetails),
}

/** An X-chain transaction in a block: since the Cortina upgrade. */
export const LiveXChainLinearTransaction = Type.Object(
  { ...xChain, chainFormat: oneOf(['linear']), blockHeight: Count, blockHash: Type.String() },
  { $id: 'LiveXChainLinearTransaction' },
)
export type LiveXChainLinearTransaction = Static<typeof LiveXChainLinearTransaction>

/** An X-chain transaction in vertices: before the Cortina upgrade. */
export const LiveXChainNonLinearTransaction = Type.Object(
  {
    ...xChain,
    chainFormat: oneOf(['non-linear']),
    vertices: Type.Array(
      Type.Object({ hash: Type.String(), height: Count, timestamp: EpochSeconds }),
    ),
  },
  { $id: 'LiveXChainNonLinearTransaction' },
)
export type LiveXChainNonLinearTransaction = Static<typeof LiveXChainNonLinearTransaction>

const cChain = {
  txHash: Type.String(),
  blockHeight: Count,
  blockHash: Type.String(),
  timestamp: EpochSeconds,
  memo: Type.String(),
  amountUnlocked: Type.Array(AssetAmount),
  amountCreated: Type.Array(AssetAmount),
  sourceChain: Type.String(),
  destinationChain: Type.String(),
}

/** An atomic transaction that takes value out of the C-chain. */
export const LiveCChainExportTransaction = Type.Object(
  {
    ...cChain,
    txType: oneOf(['ExportTx']),
    evmInputs: Type.Array(
      Type.Object({
        fromAddress: Type.String(),
        asset: AssetAmount,
        credentials: Type.Array(LiveCredential),
      }),
    ),
    emittedUtxos: Type.Array(LiveUtxo),
  },
  { $id: 'LiveCChainExportTransaction' },
)
export type LiveCChainExportTransaction = Static<typeof LiveCChainExportTransaction>

/** An atomic transaction that brings value into the C-chain. */
export const LiveCChainImportTransaction = Type.Object(
  {
    ...cChain,
    txType: oneOf(['ImportTx']),
    evmOutputs: Type.Array(Type.Object({ toAddress: Type.String(), asset: AssetAmount })),
    consumedUtxos: Type.Array(LiveUtxo),
  },
  { $id: 'LiveCChainImportTransaction' },
)
export type LiveCChainImportTransaction = Static<typeof LiveCChainImportTransaction>

/** AtomicBalanceAsset without a status. */
export const LiveAtomicBalanceAsset = Type.Object(
  { ...BalanceAsset.properties, sharedWithChainId: Type.String() },
  { $id: 'LiveAtomicBalanceAsset' },
)
export type LiveAtomicBalanceAsset = Static<typeof LiveAtomicBalanceAsset>

/** Balances of the C-chain. */
export const LiveCChainBalances = Type.Object(
  {
    atomicMemoryUnlocked: Type.Array(LiveAtomicBalanceAsset),
    atomicMemoryLocked: Type.Array(LiveAtomicBalanceAsset),
  },
  { $id: 'LiveCChainBalances' },
)
export type LiveCChainBalances = Static<typeof LiveCChainBalances>

/** Balances of the X-chain. */
export const LiveXChainBalances = Type.Object(
  {
    locked: Type.Array(BalanceAsset),
    unlocked: Type.Array(BalanceAsset),
    ...LiveCChainBalances.properties,
  },
  { $id: 'LiveXChainBalances' },
)
export type LiveXChainBalances = Static<typeof LiveXChainBalances>

/** IndexStatus in capitals. */
export const LiveIndexStatus = oneOf(
  [
    'UNKNOWN',
    'MISSING_TOKEN',
    'INVALID_TOKEN_URI',
    'INVALID_TOKEN_URI_SCHEME',
    'UNREACHABLE_TOKEN_URI',
    'THROTTLED_TOKEN_URI',
    'METADATA_CONTENT_TOO_LARGE',
    'INVALID_METADATA',
    'INVALID_METADATA_JSON',
    'INDEXED',
    'UNINDEXED',
  ],
  { $id: 'LiveIndexStatus' },
)
export type LiveIndexStatus = Static<typeof LiveIndexStatus>

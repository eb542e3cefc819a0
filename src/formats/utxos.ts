import type { AtomicTransaction } from './c-chain-atomic-transactions.ts'
import { type Decoded, decode, encode, id, u32, u64 } from './codec.ts'
import { sha256 } from './hashes.ts'
import { struct, union, versioned } from './layouts.ts'
import { type PlatformTransaction, StakeableLockOutput } from './p-chain-transactions.ts'
import {
  type ExchangeOperation,
  type ExchangeTransaction,
  exchangeOutputs,
} from './x-chain-transactions.ts'

/** Any output of the P-, X- or C-chain: their type ids do not collide. */
export const Output = union(...exchangeOutputs, StakeableLockOutput)
export type Output = Decoded<typeof Output>

/** An unspent output, as Data API `utxoBytes` holds it (avalanchego vms/components/avax). */
export const Utxo = versioned(
  0,
  struct({ txId: id, outputIndex: u32, assetId: id, output: Output }),
)
export type Utxo = Decoded<typeof Utxo>

/** Part of its transaction that a UTXO comes from. */
export type UtxoSource = 'outputs' | 'stake' | 'exportedOutputs' | 'initialStates' | 'operations'

/** A UTXO that a transaction creates; an exported one appears on the destination chain. */
export interface EmittedUtxo extends Utxo {
  readonly source: UtxoSource
}

/** A transaction with its id. */
export interface Identified<Transaction> {
  readonly id: Uint8Array
  readonly unsigned: Transaction
}

type AssetOutput = { readonly assetId: Uint8Array; readonly output: Output }

/** Encodes a UTXO, without checksum; throws {@link FormatError}. */
export function utxoBytes(utxo: Utxo): Uint8Array {
  return encode(Utxo, utxo)
}

/** Decodes the UTXO in `bytes`; throws {@link FormatError}. */
export function decodeUtxo(bytes: Uint8Array): Utxo {
  return decode(Utxo, bytes)
}

/**
 * Returns the id of a UTXO, 32 bytes, on every chain: SHA-256 of the index as eight bytes, then the
 * tx id.
 */
export function utxoId(txId: Uint8Array, outputIndex: number): Uint8Array<ArrayBuffer> {
  return sha256(encode(utxoIdPreimage, { outputIndex: BigInt(outputIndex), txId }))
}

/**
 * Returns UTXOs of a P-chain transaction in the order of their indices: outputs, then stake or
 * exported outputs. Later UTXOs take the following indices under the same transaction id. First
 * comes the staker's own reward, then a validator's share of delegation rewards. After
 * DisableL1ValidatorTx it is the remaining balance.
 */
export function platformUtxos({ id, unsigned: tx }: Identified<PlatformTransaction>) {
  return emitted(id, [
    ['outputs', 'outputs' in tx ? tx.outputs : []],
    ['stake', 'stake' in tx ? tx.stake : []],
    ['exportedOutputs', 'exportedOutputs' in tx ? tx.exportedOutputs : []],
  ])
}

/**
 * Returns UTXOs of an X-chain transaction in the order of their indices. Outputs come first, then
 * exported outputs, initial states of the created asset (whose id is the transaction's), or outputs
 * of operations.
 */
export function exchangeUtxos({ id, unsigned: tx }: Identified<ExchangeTransaction>) {
  return emitted(id, [
    ['outputs', tx.outputs],
    ['exportedOutputs', tx.type === 'ExportTx' ? tx.exportedOutputs : []],
    [
      'initialStates',
      tx.type === 'CreateAssetTx'
        ? tx.initialStates.flatMap(({ outputs }) =>
            outputs.map((output) => ({ assetId: id, output })),
          )
        : [],
    ],
    [
      'operations',
      tx.type === 'OperationTx'
        ? tx.operations.flatMap(({ assetId, operation }) =>
            operationOutputs(operation).map((output) => ({ assetId, output })),
          )
        : [],
    ],
  ])
}

/** Returns UTXOs of a C-chain atomic transaction: the exported outputs, from index 0. */
export function atomicUtxos({ id, unsigned: tx }: Identified<AtomicTransaction>) {
  return emitted(id, [['exportedOutputs', tx.type === 'ExportTx' ? tx.exportedOutputs : []]])
}

const utxoIdPreimage = struct({ outputIndex: u64, txId: id })

function emitted(
  txId: Uint8Array,
  groups: readonly (readonly [source: UtxoSource, outputs: readonly AssetOutput[]])[],
): EmittedUtxo[] {
  const utxos: EmittedUtxo[] = []
  for (const [source, outputs] of groups)
    for (const { assetId, output } of outputs)
      utxos.push({ source, txId, outputIndex: utxos.length, assetId, output })
  return utxos
}

/**
 * Returns the outputs of an operation, all of the operation's asset (avalanchego, `Outs` of each
 * fx).
 */
function operationOutputs(operation: ExchangeOperation): Output[] {
  switch (operation.type) {
    case 'MintOperation':
      return [
        { type: 'MintOutput', ...operation.mintOutput },
        { type: 'TransferOutput', ...operation.transferOutput },
      ]
    case 'NftMintOperation': {
      const { groupId, payload } = operation
      return operation.owners.map((owners) => ({
        type: 'NftTransferOutput',
        groupId,
        payload,
        ...owners,
      }))
    }
    case 'NftTransferOperation':
      return [{ type: 'NftTransferOutput', ...operation.output }]
    case 'PropertyMintOperation':
      return [
        { type: 'PropertyMintOutput', ...operation.mintOutput },
        { type: 'PropertyOwnedOutput', ...operation.ownedOutput },
      ]
    case 'PropertyBurnOperation':
      return []
  }
}

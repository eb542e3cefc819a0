import {
  atomicUtxos,
  type EmittedUtxo,
  exchangeUtxos,
  type Output,
  platformUtxos,
  utxoId,
} from '../../formats/utxos.ts'
import { perWorld } from '../per-world.ts'
import { idText } from '../texts.ts'
import { type Content, type Transaction, transactions } from './primary-transactions.ts'

/** An input of a transaction: the output that it spends, with its conditions. */
export interface Spend {
  /** Cb58. */
  readonly utxoId: string
  /** 32 bytes. */
  readonly assetId: Uint8Array
  /** Amount; undefined for inputs of operations, which do not repeat it. */
  readonly amount: bigint | undefined
  readonly signatureIndices: readonly number[]
  /** Epoch seconds; present when the input marks the output as locked for all but staking. */
  readonly stakeableLocktime: bigint | undefined
  /** 32 bytes: the chain that exported the output, when it is imported. */
  readonly sourceChain: Uint8Array | undefined
}

/** Spent and made outputs of a transaction. */
export interface Movement {
  readonly transaction: Transaction
  /** Inputs, then imported inputs or outputs of operations: the order of the credentials. */
  readonly spends: readonly Spend[]
  /** Outputs in the order of their indices. */
  readonly makes: readonly EmittedUtxo[]
}

/** Returns the movements of all transactions that decode, in order. */
export const movements = perWorld((world): readonly Movement[] =>
  transactions(world).map((transaction) => ({
    transaction,
    spends: spendsOf(transaction.content),
    makes: makesOf(transaction.content),
  })),
)

/** Returns the owners of an output with its locktime. */
export const ownersOf = (output: Output) =>
  output.type === 'StakeableLockOutput' ? output.output : output

function makesOf({ chain, unsigned, id }: Content): EmittedUtxo[] {
  switch (chain) {
    case 'P':
      return platformUtxos({ id, unsigned })
    case 'X':
      return exchangeUtxos({ id, unsigned })
    case 'C':
      return atomicUtxos({ id, unsigned })
  }
}

function spendsOf({ unsigned: tx }: Content): Spend[] {
  // The EVM side of an atomic export has inputs that are accounts, not outputs.
  const own = 'inputs' in tx && 'memo' in tx ? tx.inputs : []
  const imported = 'importedInputs' in tx ? tx.importedInputs : []
  const sourceChain = 'sourceChain' in tx ? tx.sourceChain : undefined
  const operations = 'operations' in tx ? tx.operations : []
  return [
    ...own.map((input) => spendOf(input, undefined)),
    ...imported.map((input) => spendOf(input, sourceChain)),
    ...operations.flatMap(({ assetId, utxos, operation }) =>
      utxos.map(({ txId, outputIndex }) => ({
        utxoId: idText(utxoId(txId, outputIndex)),
        assetId,
        amount: undefined,
        signatureIndices: operation.input.signatureIndices,
        stakeableLocktime: undefined,
        sourceChain: undefined,
      })),
    ),
  ]
}

interface TransferInput {
  readonly type: 'TransferInput'
  readonly amount: bigint
  readonly signatureIndices: readonly number[]
}

interface TransferableInput {
  readonly txId: Uint8Array
  readonly outputIndex: number
  readonly assetId: Uint8Array
  readonly input:
    | TransferInput
    | {
        readonly type: 'StakeableLockInput'
        readonly locktime: bigint
        readonly input: TransferInput
      }
}

function spendOf(
  { txId, outputIndex, assetId, input }: TransferableInput,
  sourceChain: Uint8Array | undefined,
): Spend {
  const isLocked = input.type === 'StakeableLockInput'
  const { amount, signatureIndices } = isLocked ? input.input : input
  return {
    utxoId: idText(utxoId(txId, outputIndex)),
    assetId,
    amount,
    signatureIndices,
    stakeableLocktime: isLocked ? input.locktime : undefined,
    sourceChain,
  }
}

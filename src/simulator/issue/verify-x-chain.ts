import { encode } from '../../formats/codec.ts'
import { sha256 } from '../../formats/hashes.ts'
import { compareBytes } from '../../formats/ordering.ts'
import type { Issued } from '../../formats/signed-transactions.ts'
import {
  type ExchangeCredential,
  type ExchangeTransaction,
  exchangeTransactions,
} from '../../formats/x-chain-transactions.ts'
import { exchangeFee } from '../primary/fees.ts'
import type { Drafting } from '../primary/state.ts'
import type { HeldUtxo } from '../primary/utxos/held-utxo.ts'
import {
  isSortedInputs,
  isSortedOutputs,
  verifyInputsForm,
  verifyMetadata,
  verifyNoMemo,
  verifyOutputsForm,
} from './base.ts'
import { verifyCredential } from './owners.ts'
import { refuse } from './refuse.ts'
import {
  type AssetOutput,
  type AssetSums,
  addSum,
  findOwn,
  findShared,
  type SpendingInput,
} from './spending.ts'
import { peerOf } from './verification.ts'

/** A decoded signed transaction of the X-chain. */
export type ForeignExchange = Issued<ExchangeTransaction, ExchangeCredential>

interface Verification<Transaction = ExchangeTransaction> {
  readonly state: Drafting
  readonly tx: Transaction
  readonly credentials: readonly ExchangeCredential[]
  /** SHA-256 of the unsigned bytes. */
  readonly hash: Uint8Array
  /** Time of the block, epoch seconds. */
  readonly time: number
}

type Of<Type extends ExchangeTransaction['type']> = Extract<
  ExchangeTransaction,
  { readonly type: Type }
>

type Verify<Transaction> = (of: Verification<Transaction>) => readonly HeldUtxo[]

/**
 * Verifies a transaction as the node does, in its order (avalanchego vms/avm/txs/executor).
 * @param time time of the block, epoch seconds
 * @returns the outputs that it spends
 * @throws Refusal with the node's text
 */
export function verifyExchange(
  state: Drafting,
  { unsigned: tx, credentials }: ForeignExchange,
  time: number,
): readonly HeldUtxo[] {
  if (!state.facts.isActive('etna', time))
    refuse('foreign transactions are executed since Etna only')
  const verify = verifiers[tx.type] as Verify<ExchangeTransaction>
  const hash = sha256(encode(exchangeTransactions.unsigned, tx))
  return verify({ state, tx, credentials, hash, time })
}

const verifiers: { readonly [Type in ExchangeTransaction['type']]: Verify<Of<Type>> } = {
  BaseTx: (of) => verifyTransfer(of, { inputs: [of.tx.inputs], outputs: [of.tx.outputs] }),
  ImportTx(of) {
    const { state, tx } = of
    if (tx.importedInputs.length === 0) refuse('no import inputs')
    // The node looks at the source after it has verified the chain's own inputs.
    return verifyTransfer(of, {
      inputs: [tx.inputs, tx.importedInputs],
      outputs: [tx.outputs],
      find: (input) =>
        tx.importedInputs.some((imported) => imported === input)
          ? findShared(state.utxos, { from: peerOf(state, 'X', tx.sourceChain), to: 'X' }, input)
          : findOwn(state.utxos, 'X', input),
    })
  },
  ExportTx(of) {
    const { state, tx } = of
    if (tx.exportedOutputs.length === 0) refuse('no export outputs')
    const spent = verifyTransfer(of, {
      inputs: [tx.inputs],
      outputs: [tx.outputs, tx.exportedOutputs],
    })
    peerOf(state, 'X', tx.destinationChain)
    return spent
  },
  CreateAssetTx: () => refuse('transactions that create assets are not executed yet'),
  OperationTx: () => refuse('operations on assets are not executed yet'),
}

/** Lists of inputs and outputs, each in its own order. */
interface Lists {
  readonly inputs: readonly (readonly SpendingInput[])[]
  readonly outputs: readonly (readonly AssetOutput[])[]
  /** Finds the output of an input; by default on the chain. */
  readonly find?: (input: SpendingInput) => HeldUtxo | undefined
}

function verifyTransfer(
  of: Verification,
  { inputs, outputs, find = (input) => findOwn(of.state.utxos, 'X', input) }: Lists,
): readonly HeldUtxo[] {
  const { state, tx, credentials, hash, time } = of
  verifyMetadata(tx, state.facts, state.facts.chainIds.X)
  verifyNoMemo(tx)
  const produced: AssetSums = new Map()
  const consumed: AssetSums = new Map()
  addSum(produced, state.facts.avaxId, exchangeFee(tx.type))
  for (const list of outputs) {
    verifyOutputsForm(list)
    for (const { assetId, output } of list)
      if (output.type === 'TransferOutput') addSum(produced, assetId, output.amount)
    if (!isSortedOutputs(list)) refuse('outputs not sorted')
  }
  for (const list of inputs) {
    verifyInputsForm(list)
    for (const { assetId, input } of list)
      if (input.type === 'TransferInput') addSum(consumed, assetId, input.amount)
    if (!isSortedInputs(list)) refuse('inputs not sorted and unique')
  }
  for (const [key, { amount }] of produced)
    if (amount > (consumed.get(key)?.amount ?? 0n)) refuse('insufficient funds')
  const all = inputs.flat()
  if (credentials.length !== all.length)
    refuse(`wrong number of credentials: ${credentials.length} != ${all.length}`)
  return all.map((input, index) => {
    const utxo = find(input) ?? refuse('not found')
    const credential = credentials[index] ?? refuse('wrong number of credentials')
    if (compareBytes(utxo.assetId, input.assetId) !== 0)
      refuse("asset IDs in the input don't match the utxo")
    if (credential.type !== 'Credential') refuse('wrong credential type')
    const { output } = utxo
    if (output.type !== 'TransferOutput') return refuse('wrong utxo type')
    if (input.input.type !== 'TransferInput') return refuse('wrong input type')
    const { amount, signatureIndices } = input.input
    if (output.amount !== amount)
      refuse(`utxo amount and input amount are not equal: ${output.amount} != ${amount}`)
    verifyCredential({ hash, time }, signatureIndices, credential, output)
    return utxo
  })
}

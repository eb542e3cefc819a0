import { encode } from '../../formats/codec.ts'
import { sha256 } from '../../formats/hashes.ts'
import { encodeCb58 } from '../../formats/ids.ts'
import { compareBytes } from '../../formats/ordering.ts'
import type { Issued } from '../../formats/signed-transactions.ts'
import { utxoId } from '../../formats/utxos.ts'
import {
  type ExchangeCredential,
  type ExchangeTransaction,
  exchangeTransactions,
  fxOfCredential,
} from '../../formats/x-chain-transactions.ts'
import { exchangeFee } from '../primary/fees.ts'
import type { Drafting } from '../primary/state.ts'
import type { HeldUtxo } from '../primary/utxos/held-utxo.ts'
import { verifyCreation } from './assets/create-asset.ts'
import { verifyFxUsage } from './assets/fx-usage.ts'
import { verifyOperation, verifyOperationsForm } from './assets/operations.ts'
import {
  isSortedInputs,
  isSortedOutputs,
  verifyInputsForm,
  verifyMetadata,
  verifyOutputsForm,
} from './base.ts'
import { verifyCredential } from './owners.ts'
import { inContext, refuse, refuseBeforeEtna } from './refuse.ts'
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
 * Verifies a transaction as the node does, in its order (avalanchego vms/avm/txs/executor): first
 * its form, then what it spends.
 * @param time time of the block, epoch seconds
 * @returns the outputs that it spends
 * @throws Refusal with the node's text
 */
export function verifyExchange(
  state: Drafting,
  { unsigned: tx, credentials }: ForeignExchange,
  time: number,
): readonly HeldUtxo[] {
  refuseBeforeEtna(state.facts, time)
  const verify = verifiers[tx.type] as Verify<ExchangeTransaction>
  const hash = sha256(encode(exchangeTransactions.unsigned, tx))
  return verify({ state, tx, credentials, hash, time })
}

const verifiers: { readonly [Type in ExchangeTransaction['type']]: Verify<Of<Type>> } = {
  BaseTx(of) {
    verifyForm(of, { inputs: [of.tx.inputs], outputs: [of.tx.outputs] })
    verifyCredentialCount(of, of.tx.inputs.length)
    return verifyOwn(of)
  },
  CreateAssetTx(of) {
    const { tx } = of
    verifyCreation(tx, () => verifyForm(of, { inputs: [tx.inputs], outputs: [tx.outputs] }))
    verifyCredentialCount(of, tx.inputs.length)
    return verifyOwn(of)
  },
  OperationTx(of) {
    const { state, tx, credentials, hash, time } = of
    verifyOperationsForm(tx, () => verifyForm(of, { inputs: [tx.inputs], outputs: [tx.outputs] }))
    verifyCredentialCount(of, tx.inputs.length + tx.operations.length)
    const spent = verifyOwn(of)
    const operated = tx.operations.flatMap((operation, index) =>
      verifyOperation(state, {
        proof: { hash, time },
        operation,
        credential: credentialAt(credentials, tx.inputs.length + index),
      }),
    )
    return [...spent, ...operated]
  },
  ImportTx(of) {
    const { state, tx, credentials } = of
    if (tx.importedInputs.length === 0) refuse('no import inputs')
    verifyForm(of, { inputs: [tx.inputs, tx.importedInputs], outputs: [tx.outputs] })
    verifyCredentialCount(of, tx.inputs.length + tx.importedInputs.length)
    const spent = verifyOwn(of)
    const from = peerOf(state, 'X', tx.sourceChain)
    const found = tx.importedInputs.map(
      (input) => findShared(state.utxos, { from, to: 'X' }, input) ?? refuse('not found'),
    )
    tx.importedInputs.forEach((input, index) => {
      const credential = credentialAt(credentials, tx.inputs.length + index)
      verifyTransfer(of, { input, utxo: found[index] ?? refuse('not found'), credential })
    })
    return [...spent, ...found]
  },
  ExportTx(of) {
    const { state, tx } = of
    if (tx.exportedOutputs.length === 0) refuse('no export outputs')
    verifyForm(of, { inputs: [tx.inputs], outputs: [tx.outputs, tx.exportedOutputs] })
    verifyCredentialCount(of, tx.inputs.length)
    const spent = verifyOwn(of)
    peerOf(state, 'X', tx.destinationChain)
    for (const { assetId } of tx.exportedOutputs) verifyFxUsage(state, 'secp256k1fx', assetId)
    return spent
  },
}

/** Lists of inputs and outputs, each in its own order. */
interface Lists {
  readonly inputs: readonly (readonly SpendingInput[])[]
  readonly outputs: readonly (readonly AssetOutput[])[]
}

/** Checks metadata, the form and order of inputs and outputs, and that the amounts suffice. */
function verifyForm({ state, tx }: Verification, { inputs, outputs }: Lists): void {
  verifyMetadata(tx, state.facts, state.facts.chainIds.X)
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
}

function verifyCredentialCount({ credentials }: Verification, expected: number): void {
  if (credentials.length !== expected)
    refuse(`wrong number of credentials: ${credentials.length} != ${expected}`)
}

const credentialAt = (credentials: readonly ExchangeCredential[], index: number) =>
  credentials[index] ?? refuse('wrong number of credentials')

/** Checks the chain's own inputs, and that the assets of outputs are amounts. */
function verifyOwn(of: Verification): readonly HeldUtxo[] {
  const { state, tx, credentials } = of
  const spent = tx.inputs.map((input, index) =>
    inContext('failed to verify transfer', () => {
      const utxo =
        findOwn(state.utxos, 'X', input) ??
        refuse(`failed to get utxo ${encodeCb58(utxoId(input.txId, input.outputIndex))}: not found`)
      verifyTransfer(of, { input, utxo, credential: credentialAt(credentials, index) })
      return utxo
    }),
  )
  for (const { assetId } of tx.outputs)
    inContext('failed to verify fx usage', () => verifyFxUsage(state, 'secp256k1fx', assetId))
  return spent
}

/** Checks one input against the output that it spends. */
function verifyTransfer(
  { state, hash, time }: Verification,
  of: {
    readonly input: SpendingInput
    readonly utxo: HeldUtxo
    readonly credential: ExchangeCredential
  },
): void {
  const { input, utxo, credential } = of
  if (compareBytes(utxo.assetId, input.assetId) !== 0)
    refuse("asset IDs in the input don't match the utxo")
  const fx = fxOfCredential(credential.type)
  verifyFxUsage(state, fx, input.assetId)
  if (fx !== 'secp256k1fx') refuse('cant transfer with this fx')
  const transfer = input.input.type === 'TransferInput' ? input.input : refuse('wrong input type')
  const output = utxo.output.type === 'TransferOutput' ? utxo.output : refuse('wrong utxo type')
  const { amount, signatureIndices } = transfer
  if (output.amount !== amount)
    refuse(`utxo amount and input amount are not equal: ${output.amount} != ${amount}`)
  verifyCredential({ hash, time }, signatureIndices, credential, output)
}

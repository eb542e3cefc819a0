import { encodeCb58, primaryNetworkIdBytes } from '../../formats/ids.ts'
import { compareBytes } from '../../formats/ordering.ts'
import type { PlatformCredential, PlatformTransaction } from '../../formats/p-chain-transactions.ts'
import { type PrimaryChain, primaryChains } from '../../networks/primary-chain.ts'
import { platformFee } from '../primary/fees.ts'
import type { Drafting } from '../primary/state.ts'
import type { HeldUtxo } from '../primary/utxos/held-utxo.ts'
import {
  isSortedInputs,
  isSortedOutputs,
  verifyInputsForm,
  verifyMetadata,
  verifyOutputsForm,
} from './base.ts'
import { inContext, refuse } from './refuse.ts'
import {
  type AssetOutput,
  type AssetSums,
  addSum,
  findOwn,
  type SpendingInput,
  verifyFlow,
} from './spending.ts'

/** P-chain transactions that accounts issue: all but those of the chain itself. */
export type Based = Extract<PlatformTransaction, { readonly inputs: unknown }>

/** The transaction of a type. */
export type Of<Type extends Based['type']> = Extract<Based, { readonly type: Type }>

/** A P-chain transaction in verification. */
export interface Verification<Transaction = Based> {
  readonly state: Drafting
  readonly tx: Transaction
  readonly credentials: readonly PlatformCredential[]
  /** SHA-256 of the unsigned bytes. */
  readonly hash: Uint8Array
  /** Time of the block, epoch seconds. */
  readonly time: number
}

/**
 * Function that checks a transaction of one type.
 * @returns the outputs that it spends
 * @throws Refusal with the node's text
 */
export type Verify<Transaction> = (of: Verification<Transaction>) => readonly HeldUtxo[]

/** Checks the fields with which a transaction begins. */
export function verifyBase({ state, tx }: Pick<Verification, 'state' | 'tx'>): void {
  inContext('metadata failed verification', () => {
    verifyMetadata(tx, state.facts, state.facts.chainIds.P)
  })
  inContext('output failed verification', () => {
    verifyOutputsForm(tx.outputs)
  })
  inContext('input failed verification', () => {
    verifyInputsForm(tx.inputs)
  })
  if (!isSortedOutputs(tx.outputs)) refuse('outputs not sorted')
  if (!isSortedInputs(tx.inputs)) refuse('inputs not sorted and unique')
}

/** What a transaction spends in addition to its own outputs and its fee. */
export interface ExtraSpending {
  /** Stake or exported outputs. */
  readonly outputs?: readonly AssetOutput[]
  /** nAVAX that the transaction takes in addition to its fee: balances. */
  readonly nAvax?: bigint
}

/** Checks that a transaction's own inputs cover everything, and returns their outputs. */
export function verifySpending(
  of: Verification,
  { outputs = [], nAvax = 0n }: ExtraSpending = {},
): readonly HeldUtxo[] {
  const { state, tx } = of
  const spent = tx.inputs.map(
    (input) =>
      findOwn(state.utxos, 'P', input) ??
      refuse(`failed to read consumed UTXO ${inputText(input)} due to: not found`),
  )
  return verifyFlowOf(of, { inputs: tx.inputs, spent, outputs, nAvax })
}

/** Checks the flow of a transaction with these inputs. */
export function verifyFlowOf(
  { state, tx, credentials, hash, time }: Verification,
  of: ExtraSpending & {
    readonly inputs: readonly SpendingInput[]
    readonly spent: readonly HeldUtxo[]
  },
): readonly HeldUtxo[] {
  const { inputs, spent, outputs = [], nAvax = 0n } = of
  const produced: AssetSums = new Map()
  addSum(produced, state.facts.avaxId, platformFee(tx, state, time) + nAvax)
  verifyFlow(
    { hash, time },
    { inputs, spent, credentials, outputs: [...tx.outputs, ...outputs], produced },
  )
  return spent
}

/** Returns the chain of the primary network that a transaction exchanges outputs with. */
export function peerOf({ facts }: Drafting, chain: PrimaryChain, peerId: Uint8Array): PrimaryChain {
  const peer = primaryChains.find((each) => compareBytes(facts.chainIds[each], peerId) === 0)
  if (peer === chain) refuse('same chainID')
  return peer ?? refuse(`failed to get subnet of "${encodeCb58(peerId)}": not found`)
}

/** Returns a reference to an output in the node's form. */
export const inputText = ({
  txId,
  outputIndex,
}: Pick<SpendingInput, 'txId' | 'outputIndex'>): string => `${encodeCb58(txId)}:${outputIndex}`

export const isPrimary = (subnetId: Uint8Array): boolean =>
  compareBytes(subnetId, primaryNetworkIdBytes) === 0

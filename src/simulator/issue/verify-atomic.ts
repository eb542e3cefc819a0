import {
  type AtomicCredential,
  type AtomicTransaction,
  atomicTransactions,
} from '../../formats/c-chain-atomic-transactions.ts'
import { encode, FormatError } from '../../formats/codec.ts'
import { sha256 } from '../../formats/hashes.ts'
import { encodeCb58 } from '../../formats/ids.ts'
import { compareBytes } from '../../formats/ordering.ts'
import { recoverEvmAddress } from '../../formats/secp256k1.ts'
import type { Issued } from '../../formats/signed-transactions.ts'
import { type PrimaryChain, primaryChains } from '../../networks/primary-chain.ts'
import { weiPerNAvax } from '../../networks/units.ts'
import { atomicFee, atomicGas } from '../primary/fees.ts'
import type { Drafting } from '../primary/state.ts'
import type { HeldUtxo } from '../primary/utxos/held-utxo.ts'
import type { AtomicContext } from '../shared-memory.ts'
import { isSortedInputs, isSortedOutputs, verifyInputsForm, verifyOutputsForm } from './base.ts'
import { isAscending, verifyCredential } from './owners.ts'
import { inContext, refuse, refuseBeforeEtna } from './refuse.ts'
import { findShared } from './spending.ts'

/** A decoded signed atomic transaction of the C-chain. */
export type ForeignAtomic = Issued<AtomicTransaction, AtomicCredential>

type Of<Type extends AtomicTransaction['type']> = Extract<
  AtomicTransaction,
  { readonly type: Type }
>

/**
 * Verifies an atomic transaction as the node does (coreth plugin/evm/atomic).
 * @param context block that it becomes part of
 * @returns the outputs that it spends, and its gas
 * @throws Refusal with the node's text
 */
export function verifyAtomic(
  state: Drafting,
  foreign: ForeignAtomic,
  context: AtomicContext,
): { readonly spent: readonly HeldUtxo[]; readonly gasUsed: bigint } {
  const { unsigned: tx } = foreign
  const { facts } = state
  refuseBeforeEtna(facts, context.time)
  const signatures = atomicTransactions
    .credentialSlots(tx)
    .reduce((sum, slot) => sum + slot.signatures, 0)
  const gasUsed = atomicGas(foreign.bytes.length, signatures, true)
  const fee = atomicFee(gasUsed, context.baseFee)
  const spent =
    tx.type === 'ImportTx'
      ? verifyImport(state, foreign, tx, { context, fee })
      : verifyExport(state, foreign, tx, { context, fee })
  return { spent, gasUsed }
}

interface Price {
  readonly context: AtomicContext
  /** nAVAX that the transaction burns or more. */
  readonly fee: bigint
}

function verifyImport(
  state: Drafting,
  { credentials }: ForeignAtomic,
  tx: Of<'ImportTx'>,
  { context, fee }: Price,
): readonly HeldUtxo[] {
  const { avaxId } = state.facts
  if (tx.importedInputs.length === 0) refuse('tx has no imported inputs')
  verifyPlace(state, tx)
  if (tx.outputs.length === 0) refuse('tx has no EVM outputs')
  const from = partnerOf(state, tx.sourceChain)
  for (const { amount, assetId } of tx.outputs) {
    if (amount === 0n) refuse('EVM Output failed verification: output has no value')
    if (!isSame(assetId, avaxId)) refuse('import output cannot contain non-AVAX in Banff')
  }
  for (const input of tx.importedInputs) {
    inContext('atomic input failed verification', () => {
      verifyInputsForm([input])
    })
    if (!isSame(input.assetId, avaxId)) refuse('import input cannot contain non-AVAX in Banff')
  }
  if (!isSortedInputs(tx.importedInputs)) refuse('inputs not sorted and unique')
  if (!isAscending(tx.outputs, byAccount)) refuse('outputs not sorted and unique')
  const consumed = tx.importedInputs.reduce((sum, { input }) => sum + input.amount, 0n)
  const produced = tx.outputs.reduce((sum, { amount }) => sum + amount, fee)
  if (produced > consumed) refuse('import tx flow check failed due to: insufficient funds')
  if (credentials.length !== tx.importedInputs.length)
    refuse(
      `import tx contained mismatched number of inputs/credentials (${tx.importedInputs.length} vs. ${credentials.length})`,
    )
  const hash = hashOf(tx)
  return tx.importedInputs.map((input, index) => {
    const utxo =
      findShared(state.utxos, { from, to: 'C' }, input) ??
      refuse(`failed to fetch import UTXOs from ${encodeCb58(tx.sourceChain)} due to: not found`)
    const credential = credentials[index] ?? refuse('missing credential')
    if (!isSame(utxo.assetId, input.assetId)) refuse("asset IDs in the input don't match the utxo")
    inContext('import tx transfer failed verification', () => {
      const { output } = utxo
      if (output.type !== 'TransferOutput') return refuse('wrong utxo type')
      if (output.amount !== input.input.amount)
        refuse(
          `utxo amount and input amount are not equal: ${output.amount} != ${input.input.amount}`,
        )
      const proof = { hash, time: context.time }
      return verifyCredential(proof, input.input.signatureIndices, credential, output)
    })
    return utxo
  })
}

function verifyExport(
  state: Drafting,
  { credentials }: ForeignAtomic,
  tx: Of<'ExportTx'>,
  { context, fee }: Price,
): readonly HeldUtxo[] {
  const { avaxId } = state.facts
  if (tx.exportedOutputs.length === 0) refuse('tx has no export outputs')
  verifyPlace(state, tx)
  partnerOf(state, tx.destinationChain)
  for (const { amount, assetId } of tx.inputs) {
    if (amount === 0n) refuse('input has no value')
    if (!isSame(assetId, avaxId)) refuse('export input cannot contain non-AVAX in Banff')
  }
  for (const output of tx.exportedOutputs) {
    verifyOutputsForm([output])
    if (isSame(output.assetId, avaxId)) continue
    // Only AVAX goes to the P-chain.
    if (isSame(tx.destinationChain, state.facts.chainIds.P)) refuse('tx has wrong chain ID')
    refuse('export output cannot contain non-AVAX in Banff')
  }
  if (!isSortedOutputs(tx.exportedOutputs)) refuse('tx outputs not sorted')
  if (!isAscending(tx.inputs, byAccount)) refuse('inputs not sorted and unique')
  const consumed = tx.inputs.reduce((sum, { amount }) => sum + amount, 0n)
  const produced = tx.exportedOutputs.reduce((sum, { output }) => sum + output.amount, fee)
  if (produced > consumed) refuse('export tx flow check failed due to: insufficient funds')
  if (credentials.length !== tx.inputs.length)
    refuse(
      `export tx contained mismatched number of inputs/credentials (${tx.inputs.length} vs. ${credentials.length})`,
    )
  const hash = hashOf(tx)
  for (const [index, { address }] of tx.inputs.entries()) {
    const signatures = credentials[index]?.signatures ?? []
    const [signature] = signatures
    if (!signature || signatures.length !== 1)
      refuse(`expected one signature for EVM Input Credential, but found: ${signatures.length}`)
    if (!isSame(signerOf(hash, signature), address)) refuse("signature doesn't match public key")
  }
  for (const { address, amount, nonce } of tx.inputs) {
    if (context.balanceOf(address) < amount * weiPerNAvax) refuse('insufficient funds')
    if (context.nonceOf(address) !== nonce) refuse('invalid nonce')
  }
  return []
}

/** Returns the chain that a transaction exchanges outputs with. */
function partnerOf({ facts }: Drafting, chainId: Uint8Array): PrimaryChain {
  const found = primaryChains.find((each) => isSame(facts.chainIds[each], chainId))
  return found === undefined || found === 'C' ? refuse('tx has wrong chain ID') : found
}

function verifyPlace(
  { facts }: Drafting,
  { networkId, blockchainId }: Pick<AtomicTransaction, 'networkId' | 'blockchainId'>,
): void {
  if (networkId !== facts.networkId) refuse('tx was issued with a different network ID')
  if (!isSame(blockchainId, facts.chainIds.C)) refuse('tx has wrong chain ID')
}

/** Returns the 20 bytes of the account that signed. */
function signerOf(hash: Uint8Array, signature: Uint8Array): Uint8Array {
  try {
    return recoverEvmAddress(hash, signature)
  } catch (error) {
    if (error instanceof FormatError) refuse(`wrong signature: ${error.message}`)
    throw error
  }
}

const hashOf = (tx: AtomicTransaction) => sha256(encode(atomicTransactions.unsigned, tx))

const isSame = (a: Uint8Array, b: Uint8Array) => compareBytes(a, b) === 0

const byAccount = (
  a: { readonly address: Uint8Array; readonly assetId: Uint8Array },
  b: { readonly address: Uint8Array; readonly assetId: Uint8Array },
) => compareBytes(a.address, b.address) || compareBytes(a.assetId, b.assetId)

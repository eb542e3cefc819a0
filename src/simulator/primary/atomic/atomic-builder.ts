import {
  type AtomicTransaction,
  atomicTransactions,
} from '../../../formats/c-chain-atomic-transactions.ts'
import { encode } from '../../../formats/codec.ts'
import { sortByAddress, sortInputs } from '../../../formats/ordering.ts'
import { credentialBytes } from '../../../formats/p-chain-complexity.ts'
import type { PrimaryChain } from '../../../networks/primary-chain.ts'
import type { Wallet } from '../../accounts/wallets.ts'
import type { AtomicContext } from '../../shared-memory.ts'
import { atomicFee, atomicGas } from '../fees.ts'
import { type Payment, paymentOutput } from '../platform/platform-transfers.ts'
import type { SignedTransaction } from '../signed.ts'
import type { Drafting } from '../state.ts'
import { keysFor, LackOfFundsError, transferableInput } from '../utxos/funding.ts'
import type { HeldUtxo } from '../utxos/held-utxo.ts'

/** An atomic transaction with its contribution to the C-chain's header. */
export interface BuiltAtomic {
  readonly tx: Extract<SignedTransaction, { chain: 'C' }>
  readonly gasUsed: bigint
}

/** Builds an ImportTx: AVAX out of shared memory for accounts. */
export function buildAtomicImport(
  state: Drafting,
  context: AtomicContext,
  request: {
    readonly from: PrimaryChain
    readonly imported: readonly HeldUtxo[]
    /** Account that gets the remainder, and pays the fee. */
    readonly first: Wallet
    readonly others: readonly { readonly wallet: Wallet; readonly nAvax: bigint }[]
  },
): BuiltAtomic {
  const { facts, cast, utxos } = state
  const { from, first, others } = request
  const inputs = sortInputs(request.imported)
  const total = inputs.reduce((sum, { amount }) => sum + amount, 0n)
  const rest = others.reduce((left, { nAvax }) => left - nAvax, total)
  const assemble = (fee: bigint): AtomicTransaction => ({
    type: 'ImportTx',
    networkId: facts.networkId,
    blockchainId: facts.chainIds.C,
    sourceChain: facts.chainIds[from],
    importedInputs: inputs.map((utxo) => transferableInput(cast, utxo)),
    outputs: sortByAddress(
      [{ wallet: first, nAvax: rest - fee }, ...others].map(({ wallet, nAvax }) => ({
        address: wallet.evmAddress,
        amount: nAvax,
        assetId: facts.avaxId,
      })),
    ),
  })
  const { fee, gasUsed } = feeOf(state, context, assemble(0n))
  if (rest <= fee)
    throw new LackOfFundsError(`an import of ${rest} nAVAX does not pay its fee of ${fee}`)
  const unsigned = assemble(fee)
  for (const utxo of inputs) utxos.take(utxo)
  const keys = inputs.map((utxo) => keysFor(cast, utxo))
  return { tx: { chain: 'C', ...atomicTransactions.sign(unsigned, keys) }, gasUsed }
}

/**
 * Builds an ExportTx: AVAX from an account into shared memory; the account pays the fee in
 * addition.
 */
export function buildAtomicExport(
  state: Drafting,
  context: AtomicContext,
  {
    by,
    payment,
    destination,
    name,
  }: { by: Wallet; payment: Payment; destination: PrimaryChain; name?: string },
): BuiltAtomic {
  const { facts } = state
  const nonce = context.nonceOf(by.evmAddress)
  const assemble = (fee: bigint): AtomicTransaction => ({
    type: 'ExportTx',
    networkId: facts.networkId,
    blockchainId: facts.chainIds.C,
    destinationChain: facts.chainIds[destination],
    inputs: [{ address: by.evmAddress, amount: payment.nAvax + fee, assetId: facts.avaxId, nonce }],
    exportedOutputs: [paymentOutput(facts.avaxId, payment)],
  })
  const { fee, gasUsed } = feeOf(state, context, assemble(0n))
  const issued = atomicTransactions.sign(assemble(fee), [[by.signer]])
  return {
    tx: { chain: 'C', ...issued, ...(name !== undefined && { name }) },
    gasUsed,
  }
}

function feeOf(
  { facts }: Drafting,
  { time, baseFee }: AtomicContext,
  tx: AtomicTransaction,
): { readonly fee: bigint; readonly gasUsed: bigint } {
  const slots = atomicTransactions.credentialSlots(tx)
  const signatures = slots.reduce((sum, slot) => sum + slot.signatures, 0)
  const size = encode(atomicTransactions.unsigned, tx).length + credentialBytes(slots)
  const gasUsed = atomicGas(size, signatures, facts.isActive('apricotPhase5', time))
  return { gasUsed, fee: atomicFee(gasUsed, baseFee) }
}

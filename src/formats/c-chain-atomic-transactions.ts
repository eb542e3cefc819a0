import { type Decoded, id, short, u32, u64 } from './codec.ts'
import {
  Credential,
  TransferInput,
  TransferOutput,
  transferableInput,
  transferableOutput,
} from './components.ts'
import { list, struct, union, variant } from './layouts.ts'
import { type CredentialSlot, transactionFormat } from './signed-transactions.ts'

// C-chain atomic transactions (coreth plugin/evm/atomic). They have no base, so no base outputs,
// inputs or memo. Addresses are EVM addresses. Amounts of AVAX are nAVAX here too, not wei.

/**
 * A C-chain atomic transaction. Its inputs and outputs on the EVM side are ordered by address, then
 * asset.
 */
export const AtomicTransaction = union(
  variant(0, 'ImportTx', {
    networkId: u32,
    blockchainId: id,
    sourceChain: id,
    importedInputs: list(transferableInput(union(TransferInput))),
    outputs: list(struct({ address: short, amount: u64, assetId: id })),
  }),
  variant(1, 'ExportTx', {
    networkId: u32,
    blockchainId: id,
    destinationChain: id,
    inputs: list(struct({ address: short, amount: u64, assetId: id, nonce: u64 })),
    exportedOutputs: list(transferableOutput(union(TransferOutput))),
  }),
)
export type AtomicTransaction = Decoded<typeof AtomicTransaction>

/** Signatures for one input. */
export const AtomicCredential = union(Credential)
export type AtomicCredential = Decoded<typeof AtomicCredential>

/** Format for reading, writing and signing C-chain atomic transactions. */
export const atomicTransactions = transactionFormat(
  AtomicTransaction,
  AtomicCredential,
  credentialSlots,
)

/** Returns one credential per input; an EVM account signs its input alone. */
function credentialSlots(tx: AtomicTransaction): CredentialSlot<AtomicCredential>[] {
  const counts =
    tx.type === 'ImportTx'
      ? tx.importedInputs.map(({ input }) => input.signatureIndices.length)
      : tx.inputs.map(() => 1)
  return counts.map((signatures) => ({ type: 'Credential', signatures }))
}

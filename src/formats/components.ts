import { bytes, type Decoded, fixed, id, type Schema, short, u32, u64 } from './codec.ts'
import { list, struct, variant } from './layouts.ts'

// Layouts that several chains share (avalanchego vms/secp256k1fx and vms/components/avax).
// Amounts are in the smallest unit of the asset: nAVAX for AVAX.

/** Owners: `threshold` of the ascending `addresses` may spend, from `locktime` (seconds) on. */
export const ownersFields = { locktime: u64, threshold: u32, addresses: list(short) }
/** Owners without a type id. */
export const OutputOwners = struct(ownersFields)
export type OutputOwners = Decoded<typeof OutputOwners>

/** Ascending positions, among the owner's addresses, of those that sign. */
export const inputFields = { signatureIndices: list(u32) }
/** Input of an operation, without a type id. */
export const OperationInput = struct(inputFields)

/** Input that spends a {@link TransferOutput}, whose amount it repeats. */
export const TransferInput = variant(5, 'TransferInput', { amount: u64, ...inputFields })
/** An amount and its owners, without a type id. */
export const transferOutputFields = { amount: u64, ...ownersFields }
/** An amount that its owners may spend. */
export const TransferOutput = variant(7, 'TransferOutput', transferOutputFields)
/** Signatures of 65 bytes: r, s, v. */
export const signatures = list(fixed(65))
/** Signatures that authorise spending one input, in secp256k1fx. */
export const Credential = variant(9, 'Credential', { signatures })

/** Returns the layout of an output and its asset. */
export function transferableOutput<T>(output: Schema<T>) {
  return struct({ assetId: id, output })
}

/** Returns the layout of a spent output and its input. */
export function transferableInput<T>(input: Schema<T>) {
  return struct({ txId: id, outputIndex: u32, assetId: id, input })
}

/**
 * Returns the fields with which every P- and X-chain transaction begins; a memo has at most 256
 * bytes.
 */
export function baseFields<Output, Input>(output: Schema<Output>, input: Schema<Input>) {
  return {
    networkId: u32,
    blockchainId: id,
    outputs: list(transferableOutput(output)),
    inputs: list(transferableInput(input)),
    memo: bytes,
  }
}

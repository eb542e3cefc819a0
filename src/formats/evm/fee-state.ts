import { type Decoded, decode, encode, u64 } from '../codec.ts'
import { struct } from '../layouts.ts'

const layout = struct({ gasCapacity: u64, gasExcess: u64, targetExcess: u64 })

/** Dynamic fee state of the C-chain, in units of gas (ACP-176). */
export type FeeState = Decoded<typeof layout>

/**
 * Encodes 24 bytes: the start of a C-chain header's extraData since Fortuna; throws FormatError.
 */
export function encodeFeeState(state: FeeState): Uint8Array {
  return encode(layout, state)
}

/**
 * Decodes the fee state at the start of `extraData`; throws FormatError for fewer than 24 bytes.
 */
export function decodeFeeState(extraData: Uint8Array): FeeState {
  return decode(layout, extraData.subarray(0, layout.minSize))
}

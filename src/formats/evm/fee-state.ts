import { bytesToNumberBE, concatBytes, numberToBytesBE } from '@noble/curves/utils.js'
import { FormatError } from '../codec.ts'

/** Dynamic fee state of ACP-176, in units of gas; each a u64. */
export interface FeeState {
  gasCapacity: bigint
  gasExcess: bigint
  targetExcess: bigint
}

const LENGTH = 24

/** 24 bytes: the start of a C-chain header's extraData since Fortuna (ACP-176). */
export function encodeFeeState(state: FeeState): Uint8Array {
  return concatBytes(
    ...[state.gasCapacity, state.gasExcess, state.targetExcess].map((gas) => {
      if (gas < 0n || gas >= 1n << 64n) throw new FormatError('extraData', `${gas} is no u64`)
      return numberToBytesBE(gas, 8)
    }),
  )
}

/** Fee state at the start of `extraData`; throws {@link FormatError} below 24 bytes. */
export function decodeFeeState(extraData: Uint8Array): FeeState {
  if (extraData.length < LENGTH)
    throw new FormatError('extraData', `${extraData.length} bytes hold no fee state`)
  const gasAt = (offset: number) => bytesToNumberBE(extraData.subarray(offset, offset + 8))
  return { gasCapacity: gasAt(0), gasExcess: gasAt(8), targetExcess: gasAt(16) }
}

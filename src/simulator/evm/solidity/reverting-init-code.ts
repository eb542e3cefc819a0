import { concatBytes } from '@noble/curves/utils.js'

/** PUSH1 0, PUSH1 0, REVERT. */
const reverting = Uint8Array.of(0x60, 0, 0x60, 0, 0xfd)

/** Returns init code whose constructor reverts. */
export const revertingInitCode = (filling: Uint8Array): Uint8Array =>
  concatBytes(reverting, filling)

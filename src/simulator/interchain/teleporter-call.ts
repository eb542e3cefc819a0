import { decode } from '../../formats/codec.ts'
import {
  decodeTeleporterMessage,
  encodeTeleporterMessage,
  type TeleporterMessage,
  teleporterMessenger,
} from '../../formats/teleporter.ts'
import { addressedCall, UnsignedWarpMessage, WarpPayload } from '../../formats/warp.ts'
import type { Place } from './message-rows.ts'

/** Returns the bytes of the unsigned Warp message in which a chain's messenger sends `message`. */
export const teleporterCall = (
  networkId: number,
  { blockchainId: sourceChainId }: Place,
  message: TeleporterMessage,
): Uint8Array =>
  addressedCall(
    { networkId, sourceChainId, sourceAddress: teleporterMessenger },
    encodeTeleporterMessage(message),
  )

/**
 * Returns the message in the bytes of an unsigned Warp message.
 * @throws FormatError
 */
export function messageIn(unsigned: Uint8Array): TeleporterMessage {
  const call = decode(WarpPayload, decode(UnsignedWarpMessage, unsigned).payload)
  if (call.type !== 'AddressedCall')
    throw new Error('internal error: the message is not in an addressed call')
  return decodeTeleporterMessage(call.payload)
}

import {
  encodeTeleporterMessage,
  type TeleporterMessage,
  teleporterMessenger,
} from '../../formats/teleporter.ts'
import { addressedCall } from '../../formats/warp.ts'
import type { Place } from './message-rows.ts'
import type { Fee, Receipt } from './messenger.ts'

/** A deliverable message, from a chain of the world or from outside. */
export interface Arrival {
  /** 32 bytes. */
  readonly id: Uint8Array
  /** 32 bytes. */
  readonly sourceBlockchainId: Uint8Array
  readonly message: TeleporterMessage
  /** Bytes of the unsigned Warp message that carries it. */
  readonly unsigned: Uint8Array
}

/** State that calls of a chain's messenger depend on. */
export interface MessengerView {
  readonly networkId: number
  /** Nonce of the next message. */
  readonly nextNonce: bigint
  /**
   * Returns the place of the chain.
   * @throws before the chain has begun
   */
  place(): Place
  /** Returns the receipts for a blockchain that the next message to it carries. */
  outstanding(blockchainId: Uint8Array): Receipt[]
  /** Returns the promised fee of a sent message that waits for its receipt. */
  waiting(id: Uint8Array): Fee | undefined
  /** Returns the amount that a relayer may redeem of a token; both are EIP-55 text. */
  rewardOf(relayer: string, token: string): bigint
  /** Returns whether a chain belongs to the world or to its foreign chains. */
  isKnown(blockchainId: Uint8Array): boolean
  /** Returns whether a chain has sent a message, so that its validators sign it. */
  isSigned(sourceBlockchainId: Uint8Array, unsigned: Uint8Array): boolean
  /** Returns whether a message was delivered. */
  isReceived(id: Uint8Array): boolean
}

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

/** What the chain knows of Warp messages: the implementer of the Warp precompile's interface. */
export interface WarpHost {
  /** Id of the chain, 32 bytes. */
  readonly blockchainId: Uint8Array
  /**
   * Returns the message at an index of the transaction's predicates, undefined where there is none
   * or its signature is not valid.
   */
  verifiedMessage(index: number): VerifiedMessage | undefined
  /** Returns the unsigned message that a contract sends, as `AddressedCall` of the sender. */
  unsignedMessage(sender: string, payload: Uint8Array): { id: Uint8Array; bytes: Uint8Array }
}

/** Message of another chain that the block's validators have verified. */
export interface VerifiedMessage {
  /** Predicate in the access list: 32-byte slots. */
  readonly slots: number
  readonly sourceChainId: Uint8Array
  /** What the message carries; undefined is a payload of another kind. */
  readonly content:
    | { readonly kind: 'call'; readonly sender: string; readonly payload: Uint8Array }
    | { readonly kind: 'hash'; readonly hash: Uint8Array }
    | undefined
}

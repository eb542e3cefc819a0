// Interface between the C-chain's EVM and the primary networks. The EVM owns accounts and blocks;
// the primary side owns atomic transactions, shared memory, outer blocks and chain ids.

/** An atomic transaction of the C-chain, signed and ready for a block's extData. */
export interface AtomicTransaction {
  /** 32 bytes. */
  readonly txId: Uint8Array
  /** Whole signed bytes with their codec version. */
  readonly signedBytes: Uint8Array
  /** Gas counted in the header's extDataGasUsed, from Apricot 4 on. */
  readonly gasUsed: bigint
  /** Imports into the EVM: nAVAX (1 nAVAX = 10^9 wei) for accounts. */
  readonly imports: readonly { readonly evmAddress: Uint8Array; readonly nAvax: bigint }[]
  /** Exports out of the EVM; the account's nonce becomes `nonce + 1`. */
  readonly exports: readonly {
    readonly evmAddress: Uint8Array
    readonly nAvax: bigint
    readonly nonce: bigint
  }[]
}

/** The C-chain's open block, after its EVM transactions were executed. */
export interface AtomicContext {
  /** Epoch seconds. */
  readonly time: number
  /** Wei per gas; 0 before Apricot 3. */
  readonly baseFee: bigint
  /** Returns the balance in wei. */
  balanceOf(evmAddress: Uint8Array): bigint
  /** Returns the nonce of the account's next transaction. */
  nonceOf(evmAddress: Uint8Array): bigint
}

/** A block of the C-chain, including genesis. */
export interface AcceptedContractBlock {
  readonly time: number
  readonly number: number
  /** Keccak-256 of the header, 32 bytes. */
  readonly hash: Uint8Array
  readonly parentHash: Uint8Array
  /** RLP of the whole block with its extData. */
  readonly bytes: Uint8Array
  /** Result of {@link PrimarySide.atomicTransactions} for this block. */
  readonly transactions: readonly AtomicTransaction[]
}

/** A chain created by a CreateChainTx. */
export interface CreatedChain {
  /** 32 bytes. */
  readonly blockchainId: Uint8Array
  /** 32 bytes. */
  readonly subnetId: Uint8Array
  /** Epoch seconds, also of the chain's own genesis. */
  readonly createdAt: number
}

/** Services of the primary network for the EVM chains of its network. */
export interface PrimarySide {
  /**
   * Returns atomic transactions for the block: at most one before Apricot 5. The EVM applies them
   * after its own transactions and puts them into extData in this order. Block 1 gets an ImportTx
   * that funds every member of the cast, so no other code needs to create AVAX on the C-chain.
   */
  atomicTransactions(context: AtomicContext): AtomicTransaction[]
  /** Receives a block; the genesis block first, then each block in order. */
  contractBlockAccepted(block: AcceptedContractBlock): void
  /**
   * Returns the L1 or subnet chain with this EVM chain id, from the block on that created it.
   * @throws before that, and for chain ids that no CreateChainTx of the definition names
   */
  chainOf(evmChainId: string): CreatedChain
  /** Returns the height of the P-chain's last accepted block. */
  platformHeight(): number
}

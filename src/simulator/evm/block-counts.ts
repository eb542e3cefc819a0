import type { Role } from './last-active.ts'
import { zeroAddressText } from './ledger.ts'

/** What a block amounts to. */
export interface BlockCounts {
  /** Epoch seconds. */
  readonly timestamp: number
  readonly transactions: number
  readonly gasUsed: bigint
  /** Wei. */
  readonly feesPaid: bigint
  /** Of all transactions together, and of the dearest, wei. */
  readonly gasPrices: bigint
  readonly maxGasPrice: bigint
  /** Since the block before; 0 after the genesis block, which is none. */
  readonly txPerSecond: number
  readonly gasPerSecond: number
  readonly contracts: number
  /** By address. */
  readonly rolesOf: ReadonlyMap<string, readonly Role[]>
}

/** What is known of a block when it is accepted, beside who did what in it. */
export interface BlockSums {
  /** Epoch seconds. */
  readonly timestamp: number
  readonly transactions: number
  readonly gasUsed: bigint
  /** Wei. */
  readonly feesSpent: bigint
}

/**
 * Notes who does what in a block while its transactions are executed; all addresses are EIP-55 text.
 * A contract that a contract creates is that one's, and what a transaction creates takes no part. G-117
 */
export class BlockTally {
  #gasPrices = 0n
  #maxGasPrice = 0n
  readonly #hasSent = new Map<string, boolean>()
  readonly #deployers: string[] = []

  /** @param recipient undefined where the transaction creates a contract */
  transaction(sender: string, recipient: string | undefined, gasPrice: bigint): void {
    this.#gasPrices += gasPrice
    if (gasPrice > this.#maxGasPrice) this.#maxGasPrice = gasPrice
    this.#sent(sender)
    if (recipient !== undefined) this.#received(recipient)
  }

  /** Of a token; minted from and burned to the zero address, which is nobody. */
  transfer(sender: string, recipient: string): void {
    this.#sent(sender)
    this.#received(recipient)
  }

  deployment(by: string): void {
    this.#deployers.push(by)
  }

  /** @param before when the block before was; undefined after the genesis block */
  counts(block: BlockSums, before: number | undefined): BlockCounts {
    const { timestamp, transactions, gasUsed, feesSpent } = block
    // Blocks of one second count as a second apart. G-116
    const seconds = before === undefined ? Infinity : Math.max(1, timestamp - before)
    return {
      timestamp,
      transactions,
      gasUsed,
      feesPaid: feesSpent,
      gasPrices: this.#gasPrices,
      maxGasPrice: this.#maxGasPrice,
      txPerSecond: transactions / seconds,
      gasPerSecond: Number(gasUsed) / seconds,
      contracts: this.#deployers.length,
      rolesOf: this.#rolesOf(),
    }
  }

  #sent(address: string): void {
    if (address !== zeroAddressText) this.#hasSent.set(address, true)
  }

  #received(address: string): void {
    if (address !== zeroAddressText && !this.#hasSent.has(address))
      this.#hasSent.set(address, false)
  }

  #rolesOf(): Map<string, readonly Role[]> {
    const rolesOf = new Map<string, readonly Role[]>()
    for (const [address, hasSent] of this.#hasSent)
      rolesOf.set(address, hasSent ? activeAndSent : active)
    for (const address of new Set(this.#deployers))
      rolesOf.set(address, [...(rolesOf.get(address) ?? []), 'deployed_at'])
    return rolesOf
  }
}

const active: readonly Role[] = ['active_at']
const activeAndSent: readonly Role[] = ['active_at', 'sent_at']

import { zeroAddressText } from '../ledgers/ledger.ts'
import type { Role } from './last-active.ts'

/** Totals of a block. */
export interface BlockCounts {
  /** Epoch seconds. */
  readonly timestamp: number
  readonly transactions: number
  readonly gasUsed: bigint
  /** Wei. */
  readonly feesPaid: bigint
  /** Gas prices of all transactions together, and the highest one, wei. */
  readonly gasPrices: bigint
  readonly maxGasPrice: bigint
  /** Rates since the block before; 0 after the genesis block, which does not count as one. */
  readonly txPerSecond: number
  readonly gasPerSecond: number
  readonly contracts: number
  /** Roles by address. */
  readonly rolesOf: ReadonlyMap<string, readonly Role[]>
}

/** Totals known when a block is accepted, apart from the roles of accounts. */
export interface BlockSums {
  /** Epoch seconds. */
  readonly timestamp: number
  readonly transactions: number
  readonly gasUsed: bigint
  /** Wei. */
  readonly feesSpent: bigint
}

/**
 * Tally of the roles of accounts in a block while its transactions are executed; all addresses are
 * EIP-55 text. A contract created by a contract counts for that contract. A contract that a
 * transaction creates takes no part. G-117
 */
export class BlockTally {
  #gasPrices = 0n
  #maxGasPrice = 0n
  readonly #hasSent = new Map<string, boolean>()
  readonly #deployers: string[] = []

  /**
   * Records a transaction.
   * @param recipient undefined when the transaction creates a contract
   */
  transaction(sender: string, recipient: string | undefined, gasPrice: bigint): void {
    this.#gasPrices += gasPrice
    if (gasPrice > this.#maxGasPrice) this.#maxGasPrice = gasPrice
    this.#sent(sender)
    if (recipient !== undefined) this.#received(recipient)
  }

  /** Records a token transfer. Mints and burns use the zero address, which is no account. */
  transfer(sender: string, recipient: string): void {
    this.#sent(sender)
    this.#received(recipient)
  }

  deployment(by: string): void {
    this.#deployers.push(by)
  }

  /**
   * Returns the totals of the block.
   * @param before time of the block before; undefined after the genesis block
   */
  counts(block: BlockSums, before: number | undefined): BlockCounts {
    const { timestamp, transactions, gasUsed, feesSpent } = block
    // Blocks of one second count as one second apart. G-116
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

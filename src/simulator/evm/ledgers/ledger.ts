import { evmAddressText } from '../../../formats/addresses.ts'
import { memoizedTexts } from '../../../formats/memoized-texts.ts'

/** EIP-55 text of the address that tokens are minted from and burned to. */
export const zeroAddressText = `0x${'0'.repeat(40)}`

const maxWord = 2n ** 256n - 1n

/** Returns what a balance becomes when a contract logs more, or less, than it can be. */
export const balanceWithin = (balance: bigint): bigint =>
  balance < 0n ? 0n : balance > maxWord ? maxWord : balance

/** EIP-55 texts by address. Each costs a hash, and few addresses are regularly active. */
export type AddressTexts = (address: Uint8Array) => string

/**
 * Maximum number of accounts in memory: far more than are regularly active, but not the whole
 * history.
 */
const maxRemembered = 20_000

/** Creates memoised texts of the latest addresses. */
export const createAddressTexts = (): AddressTexts => memoizedTexts(evmAddressText, maxRemembered)

/** Numbers of accounts, by EIP-55 text: read on demand, written once per block. */
export class Ledger {
  readonly #load: (account: string) => bigint
  readonly #known = new Map<string, bigint>()
  /** Values when changes were last taken. */
  readonly #before = new Map<string, bigint>()

  /**
   * Creates a ledger.
   * @param load function that reads the number of an account from the rows
   */
  constructor(load: (account: string) => bigint) {
    this.#load = load
  }

  of(account: string): bigint {
    const known = this.#known.get(account)
    if (known !== undefined) return known
    const loaded = this.#load(account)
    this.#known.set(account, loaded)
    return loaded
  }

  /**
   * Adds to a number.
   * @throws when it would fall below zero: the caller must check first
   */
  add(account: string, change: bigint): void {
    const before = this.of(account)
    const after = before + change
    if (after < 0n)
      throw new Error(`internal error: ${account} has ${before} and cannot give ${-change}`)
    if (!this.#before.has(account)) this.#before.set(account, before)
    this.#known.set(account, after)
  }

  /** Returns the accounts whose number differs from the one at the last call, with both. */
  takeChanges(): { account: string; before: bigint; after: bigint }[] {
    const changes = [...this.#before]
      .map(([account, before]) => ({ account, before, after: this.of(account) }))
      .filter(({ before, after }) => before !== after)
    this.#before.clear()
    if (this.#known.size > maxRemembered) this.#known.clear()
    return changes
  }
}

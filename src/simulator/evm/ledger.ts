import { evmAddressText } from '../../formats/addresses.ts'
import { memoizedTexts } from '../../formats/memoized-texts.ts'

/** Tokens are minted from it and burned to it. */
export const zeroAddress = new Uint8Array(20)

/** EIP-55 text of {@link zeroAddress}. */
export const zeroAddressText = `0x${'0'.repeat(40)}`

/** EIP-55 texts by address; each costs a hash, and few addresses act all the time. */
export type AddressTexts = (address: Uint8Array) => string

/** How many accounts are remembered: far more than act all the time, and no history. */
const maxRemembered = 20_000

/** Remembers the texts of late. */
export const createAddressTexts = (): AddressTexts => memoizedTexts(evmAddressText, maxRemembered)

/** Numbers of accounts, by EIP-55 text: read when they are asked for, written once a block. */
export class Ledger {
  readonly #load: (account: string) => bigint
  readonly #known = new Map<string, bigint>()
  /** As they were when changes were last taken. */
  readonly #before = new Map<string, bigint>()

  /** @param load what the rows say of an account */
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

  /** @throws when the number would fall below zero: whoever acts has to look first */
  add(account: string, change: bigint): void {
    const before = this.of(account)
    const after = before + change
    if (after < 0n) throw new Error(`${account} has ${before} and cannot give ${-change}`)
    if (!this.#before.has(account)) this.#before.set(account, before)
    this.#known.set(account, after)
  }

  move(from: string, to: string, amount: bigint): void {
    this.add(from, -amount)
    this.add(to, amount)
  }

  /** Accounts whose number differs from the one at the last call, with both. */
  takeChanges(): { account: string; before: bigint; after: bigint }[] {
    const changes = [...this.#before]
      .map(([account, before]) => ({ account, before, after: this.of(account) }))
      .filter(({ before, after }) => before !== after)
    this.#before.clear()
    if (this.#known.size > maxRemembered) this.#known.clear()
    return changes
  }
}

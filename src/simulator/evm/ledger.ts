import { evmAddressText } from '../../formats/addresses.ts'
import { toHex } from '../../formats/ids.ts'

/** Tokens are minted from it and burned to it. */
export const zeroAddress = new Uint8Array(20)

/** EIP-55 text of {@link zeroAddress}. */
export const zeroAddressText = `0x${'0'.repeat(40)}`

/** EIP-55 texts by address; each costs a hash, and few addresses act all the time. */
export type AddressTexts = (address: Uint8Array) => string

/** Remembers every text that it gives. */
export function createAddressTexts(): AddressTexts {
  const known = new Map<string, string>()
  return (address) => {
    const hex = toHex(address)
    const text = known.get(hex) ?? evmAddressText(address)
    known.set(hex, text)
    return text
  }
}

/** Native balances (wei) and nonces of the accounts of one chain, by EIP-55 text. */
export class Ledger {
  readonly #balances = new Map<string, bigint>()
  readonly #nonces = new Map<string, bigint>()
  readonly #before = new Map<string, bigint>()

  balanceOf(account: string): bigint {
    return this.#balances.get(account) ?? 0n
  }

  /** The nonce of the account's next transaction. */
  nonceOf(account: string): bigint {
    return this.#nonces.get(account) ?? 0n
  }

  useNonce(account: string): void {
    this.#nonces.set(account, this.nonceOf(account) + 1n)
  }

  /** @throws when the balance would fall below zero: whoever acts has to look first */
  add(account: string, wei: bigint): void {
    const before = this.balanceOf(account)
    const after = before + wei
    if (after < 0n) throw new Error(`${account} has ${before} wei and cannot give ${-wei}`)
    if (!this.#before.has(account)) this.#before.set(account, before)
    this.#balances.set(account, after)
  }

  move(from: string, to: string, wei: bigint): void {
    this.add(from, -wei)
    this.add(to, wei)
  }

  /** Accounts whose balance differs from the one at the last call, with their balance. */
  takeChanges(): [account: string, balance: bigint][] {
    const changes = [...this.#before]
      .map(([account, before]) => ({ account, before, after: this.balanceOf(account) }))
      .filter(({ before, after }) => before !== after)
      .map(({ account, after }): [string, bigint] => [account, after])
    this.#before.clear()
    return changes
  }
}

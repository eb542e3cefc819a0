import type { OutputOwners } from '../../formats/components.ts'
import { compareBytes } from '../../formats/ordering.ts'
import type { Wallet } from '../wallets.ts'
import { keyOf } from './forms.ts'

/** Who owns an output together: any `threshold` of the wallets may spend it. */
export interface Party {
  readonly threshold: number
  /** Ascending by address. */
  readonly wallets: readonly Wallet[]
}

/** The cast of a network, by name and by address. */
export interface Cast {
  readonly wallets: readonly Wallet[]
  /** @throws when nobody has this name */
  wallet(name: string): Wallet
  /** @throws when nobody has a name */
  party(names: readonly string[], threshold: number): Party
  /** The party that owns an output. @throws when somebody is not of the cast */
  ownersOf(owners: OutputOwners): Party
}

/** One member alone. */
export const solo = (wallet: Wallet): Party => ({ threshold: 1, wallets: [wallet] })

/** Owners fields of an output; before `locktime` (epoch seconds) it cannot be spent. */
export const outputOwners = (party: Party, locktime = 0): OutputOwners => ({
  locktime: BigInt(locktime),
  threshold: party.threshold,
  addresses: party.wallets.map(({ address }) => address),
})

/** Secret keys of those who sign for an output of the party: the first of them. */
export const signersOf = (party: Party): Uint8Array[] =>
  party.wallets.slice(0, party.threshold).map(({ secretKey }) => secretKey)

/** Positions among the owners of those who sign. */
export const signatureIndices = (party: Party): number[] =>
  Array.from({ length: party.threshold }, (_, index) => index)

export function createCast(wallets: readonly Wallet[]): Cast {
  const byName = new Map(wallets.map((wallet) => [wallet.name, wallet]))
  const byAddress = new Map(wallets.map((wallet) => [keyOf(wallet.address), wallet]))
  const wallet = (name: string) => {
    const found = byName.get(name)
    if (!found) throw new Error(`the definition's cast has no ${name}`)
    return found
  }
  return {
    wallets,
    wallet,
    party: (names, threshold) => ({
      threshold,
      wallets: names.map(wallet).sort((a, b) => compareBytes(a.address, b.address)),
    }),
    ownersOf: ({ threshold, addresses }) => ({
      threshold,
      wallets: addresses.map((address) => {
        const found = byAddress.get(keyOf(address))
        if (!found) throw new Error(`an output belongs to the stranger ${keyOf(address)}`)
        return found
      }),
    }),
  }
}

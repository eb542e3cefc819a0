import type { OutputOwners } from '../../formats/components.ts'
import { compareBytes } from '../../formats/ordering.ts'
import type { Signer } from '../../formats/secp256k1.ts'
import type { Keyring } from '../keyring.ts'
import type { Wallet } from '../wallets.ts'
import { keyOf } from './forms.ts'

/** Who owns an output together: any `threshold` of the addresses may spend it. */
export interface Owners {
  readonly threshold: number
  /** 20 bytes each, ascending. */
  readonly addresses: readonly Uint8Array[]
}

/** Owners whose keys are known. */
export interface Party extends Owners {
  /** In the order of the addresses. */
  readonly wallets: readonly Wallet[]
}

/** The cast of a network, by name and by address. */
export interface Cast {
  /** Whom the definition declares; everyday life is theirs. */
  readonly wallets: readonly Wallet[]
  /** @throws when nobody has this name */
  wallet(name: string): Wallet
  /** @throws when nobody has a name */
  party(names: readonly string[], threshold: number): Party
  /** The party that owns an output. @throws when nobody knows the key of an address */
  ownersOf(owners: OutputOwners): Party
}

/** The same party each time: its outputs are asked for all the time. */
const alone = new WeakMap<Wallet, Party>()

/** One member alone. */
export function solo(wallet: Wallet): Party {
  const known = alone.get(wallet)
  if (known) return known
  const party = partyOf([wallet], 1)
  alone.set(wallet, party)
  return party
}

/** Several together. */
export const partyOf = (wallets: readonly Wallet[], threshold: number): Party => {
  const ascending = wallets.toSorted((a, b) => compareBytes(a.address, b.address))
  return { threshold, wallets: ascending, addresses: ascending.map(({ address }) => address) }
}

/** Owners fields of an output; before `locktime` (epoch seconds) it cannot be spent. */
export const outputOwners = (owners: Owners, locktime = 0): OutputOwners => ({
  locktime: BigInt(locktime),
  threshold: owners.threshold,
  addresses: [...owners.addresses],
})

/** Those who sign for an output of the party: the first of them. */
export const signersOf = (party: Party): Signer[] =>
  party.wallets.slice(0, party.threshold).map(({ signer }) => signer)

/** Positions among the owners of those who sign. */
export const signatureIndices = (party: Party): number[] =>
  Array.from({ length: party.threshold }, (_, index) => index)

export function createCast(keyring: Keyring): Cast {
  const wallet = (name: string) => {
    const found = keyring.named(name)
    if (!found) throw new Error(`the definition's cast has no ${name}`)
    return found
  }
  return {
    wallets: keyring.declared,
    wallet,
    party: (names, threshold) => partyOf(names.map(wallet), threshold),
    ownersOf: ({ threshold, addresses }) => ({
      threshold,
      addresses,
      wallets: addresses.map((address) => {
        const found = keyring.withAddress(address)
        if (!found) throw new Error(`an output belongs to the stranger ${keyOf(address)}`)
        return found
      }),
    }),
  }
}

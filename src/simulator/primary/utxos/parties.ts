import type { OutputOwners } from '../../../formats/components.ts'
import { compareBytes } from '../../../formats/ordering.ts'
import type { Signer } from '../../../formats/secp256k1.ts'
import type { Keyring } from '../../keyring.ts'
import type { Wallet } from '../../wallets.ts'
import type { IdText } from '../id-text.ts'
import { Impossible } from '../impossible.ts'

/** Who owns an output together: any `threshold` of the addresses may spend it. */
export interface Owners {
  readonly threshold: number
  /** 20 bytes each, ascending. */
  readonly addresses: readonly Uint8Array[]
}

/** Owners of whom enough to sign have known keys. */
export interface Party extends Owners {
  /** Those with known keys, in the order of the addresses. */
  readonly wallets: readonly Wallet[]
}

/** Somebody has to sign whose key nobody has declared. */
export class UnknownKey extends Impossible {
  /** Bech32 without the prefix of a chain. */
  readonly address: string

  constructor(address: string) {
    super(`the key of ${address} is not known: declare it with a wallet action`)
    this.address = address
  }
}

/** The cast of a network, by name and by address. */
export interface Cast {
  /** Whom the definition declares with keys; background traffic is theirs. */
  readonly wallets: readonly Wallet[]
  /** @throws when nobody has this name */
  wallet(name: string): Wallet
  /** @throws when nobody has a name, or no key */
  party(names: readonly string[], threshold: number): Party
  /** Whether or not all of them have keys. @throws when nobody has a name */
  owners(names: readonly string[], threshold: number): Owners
  /** The party that owns an output. @throws UnknownKey when too few keys are known */
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
export const signatureIndices = ({ addresses, threshold, wallets }: Party): number[] =>
  wallets
    .slice(0, threshold)
    .map(({ address }) => addresses.findIndex((each) => compareBytes(each, address) === 0))

export function createCast(keyring: Keyring, ids: Pick<IdText, 'address'>): Cast {
  const wallet = (name: string) => {
    const found = keyring.named(name)
    if (!found) throw new Error(`the definition's cast has no ${name}`)
    return found
  }
  return {
    wallets: keyring.declared,
    wallet,
    party: (names, threshold) => partyOf(names.map(wallet), threshold),
    owners(names, threshold) {
      const addresses = names.map((name) => {
        const address = keyring.member(name)?.address
        if (!address) throw new Error(`${name} has no address on the P- and X-chain`)
        return address
      })
      return { threshold, addresses: addresses.sort(compareBytes) }
    },
    ownersOf({ threshold, addresses }) {
      const wallets: Wallet[] = []
      let watchOnly: Uint8Array | undefined
      for (const address of addresses) {
        const wallet = keyring.withAddress(address)
        if (wallet) wallets.push(wallet)
        else watchOnly ??= address
      }
      if (watchOnly && wallets.length < threshold) throw new UnknownKey(ids.address(watchOnly))
      return { threshold, addresses, wallets }
    },
  }
}

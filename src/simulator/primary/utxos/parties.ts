import type { OutputOwners } from '../../../formats/components.ts'
import { compareBytes } from '../../../formats/ordering.ts'
import type { Signer } from '../../../formats/secp256k1.ts'
import type { Keyring } from '../../accounts/keyring.ts'
import type { Wallet } from '../../accounts/wallets.ts'
import { ImpossibleError } from '../../impossible-error.ts'
import type { IdText } from '../id-text.ts'

/** Owners of an output: any `threshold` of the addresses may spend it. */
export interface Owners {
  readonly threshold: number
  /** 20 bytes each, ascending. */
  readonly addresses: readonly Uint8Array[]
}

/** Owners with enough known keys to sign. */
export interface Party extends Owners {
  /** Members with known keys, in the order of the addresses. */
  readonly wallets: readonly Wallet[]
}

/** Error: a required signer has no known key. */
export class UnknownKeyError extends ImpossibleError {
  /** Bech32 without the prefix of a chain. */
  readonly address: string

  constructor(address: string) {
    super(`the private key of ${address} is not known; declare it with a wallet action`)
    this.address = address
  }
}

/** Cast of a network, by name and by address. */
export interface Cast {
  /** Accounts that the definition declares with keys; background traffic uses them. */
  readonly wallets: readonly Wallet[]
  /**
   * Returns the account of this name.
   * @throws when there is none
   */
  wallet(name: string): Wallet
  /**
   * Returns the party of these names.
   * @throws when a name is unknown, or has no key
   */
  party(names: readonly string[], threshold: number): Party
  /**
   * Returns the owners of these names, with or without keys.
   * @throws when a name is unknown
   */
  owners(names: readonly string[], threshold: number): Owners
  /**
   * Returns the party that owns an output.
   * @throws UnknownKeyError when too few keys are known
   */
  ownersOf(owners: OutputOwners): Party
}

/** Parties of single accounts. Each is always the same object: its outputs are read constantly. */
const alone = new WeakMap<Wallet, Party>()

/** Returns the party of one member. */
export function solo(wallet: Wallet): Party {
  const known = alone.get(wallet)
  if (known) return known
  const party = partyOf([wallet], 1)
  alone.set(wallet, party)
  return party
}

/** Returns the party of several members. */
export const partyOf = (wallets: readonly Wallet[], threshold: number): Party => {
  const ascending = wallets.toSorted((a, b) => compareBytes(a.address, b.address))
  return { threshold, wallets: ascending, addresses: ascending.map(({ address }) => address) }
}

/** Returns the owner fields of an output; before `locktime` (epoch seconds) it cannot be spent. */
export const outputOwners = (owners: Owners, locktime = 0): OutputOwners => ({
  locktime: BigInt(locktime),
  threshold: owners.threshold,
  addresses: [...owners.addresses],
})

/** Returns the signers for an output of the party: its first members. */
export const signersOf = (party: Party): Signer[] =>
  party.wallets.slice(0, party.threshold).map(({ signer }) => signer)

/** Returns the positions of the signers among the owners. */
export const signatureIndices = ({ addresses, threshold, wallets }: Party): number[] =>
  wallets
    .slice(0, threshold)
    .map(({ address }) => addresses.findIndex((each) => compareBytes(each, address) === 0))

export function createCast(keyring: Keyring, ids: Pick<IdText, 'address'>): Cast {
  const wallet = (name: string) => {
    const found = keyring.named(name)
    if (!found) throw new Error(`internal error: the definition's cast has no ${name}`)
    return found
  }
  return {
    wallets: keyring.declared,
    wallet,
    party: (names, threshold) => partyOf(names.map(wallet), threshold),
    owners(names, threshold) {
      const addresses = names.map((name) => {
        const address = keyring.member(name)?.address
        if (!address)
          throw new Error(`internal error: ${name} has no address on the P- and X-chain`)
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
      if (watchOnly && wallets.length < threshold) throw new UnknownKeyError(ids.address(watchOnly))
      return { threshold, addresses, wallets }
    },
  }
}

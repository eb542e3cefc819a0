import { createHash } from 'node:crypto'
import {
  readState,
  type StateReader,
  type StateSlot,
  stateSlot,
} from '../../store/simulator-state.ts'
import type { WorldStore } from '../../store/world-store.ts'
import { keyOf } from '../primary/id-text.ts'
import { isWallet, type Wallet, type WatchOnlyAccount, walletOf } from './wallets.ts'

/** Keys that actions have declared. */
interface Declared {
  readonly name: string
  /** Hex. */
  readonly privateKey: string
}

const part = 'wallets'

/** Returns the accounts that actions have declared in a world, in order. */
export const walletsDeclaredIn = (world: StateReader): Wallet[] =>
  (readState<readonly Declared[]>(world, part, '') ?? []).map(walletOfDeclared)

const walletOfDeclared = ({ name, privateKey }: Declared) => walletOf(name, fromKey(privateKey))

/** Keys of all named accounts on both networks. A signer must be here with a key. */
export class Keyring {
  /** Accounts of the definition's cast that have keys. */
  readonly declared: readonly Wallet[]
  readonly #seed: string
  readonly #later: StateSlot<readonly Declared[]>
  readonly #byName = new Map<string, Wallet | WatchOnlyAccount>()
  readonly #byAddress = new Map<string, Wallet>()

  constructor(store: WorldStore, seed: string, cast: readonly (Wallet | WatchOnlyAccount)[]) {
    this.declared = cast.filter(isWallet)
    this.#seed = seed
    this.#later = stateSlot(store, part)
    for (const member of cast) this.#note(member)
    for (const later of this.#later.get('') ?? []) this.#note(walletOfDeclared(later))
  }

  /** Returns an account that can sign. */
  named(name: string): Wallet | undefined {
    const member = this.#byName.get(name)
    return member && isWallet(member) ? member : undefined
  }

  /** Returns an account, with or without a key. */
  member(name: string): Wallet | WatchOnlyAccount | undefined {
    return this.#byName.get(name)
  }

  /**
   * Returns the account of an address.
   * @param address 20 bytes, of the P-, X- or C-chain's outputs or of an EVM account
   */
  withAddress(address: Uint8Array): Wallet | undefined {
    return this.#byAddress.get(keyOf(address))
  }

  /** Declares a new account; without a given key, the key follows from seed and name. */
  add(name: string, privateKey?: string): Wallet {
    const key =
      privateKey?.replace(/^0x/, '') ??
      createHash('sha256').update(`snowglobe wallet ${this.#seed} ${name}`).digest('hex')
    const wallet = walletOf(name, fromKey(key))
    this.#later.set('', [...(this.#later.get('') ?? []), { name, privateKey: key }])
    this.#note(wallet)
    return wallet
  }

  #note(wallet: Wallet | WatchOnlyAccount): void {
    this.#byName.set(wallet.name, wallet)
    if (!isWallet(wallet)) return
    this.#byAddress.set(keyOf(wallet.address), wallet)
    this.#byAddress.set(keyOf(wallet.evmAddress), wallet)
  }
}

const fromKey = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))

import { createHash } from 'node:crypto'
import { type Kept, keptPart } from '../store/kept.ts'
import type { WorldStore } from '../store/world-store.ts'
import { keyOf } from './primary/forms.ts'
import { type Wallet, walletOf } from './wallets.ts'

/** Keys that actions have declared. */
interface Declared {
  readonly name: string
  /** Hex. */
  readonly privateKey: string
}

/** Everybody whose key is known, on both networks: who signs has to be here. */
export class Keyring {
  /** The cast of the definition. */
  readonly declared: readonly Wallet[]
  readonly #seed: string
  readonly #later: Kept<readonly Declared[]>
  readonly #byName = new Map<string, Wallet>()
  readonly #byAddress = new Map<string, Wallet>()

  constructor(store: WorldStore, seed: string, declared: readonly Wallet[]) {
    this.declared = declared
    this.#seed = seed
    this.#later = keptPart(store, 'wallets')
    for (const wallet of declared) this.#note(wallet)
    for (const { name, privateKey } of this.#later.get('') ?? [])
      this.#note(walletOf(name, fromKey(privateKey)))
  }

  named(name: string): Wallet | undefined {
    return this.#byName.get(name)
  }

  /** @param address 20 bytes, of the P-, X- or C-chain's outputs or of an EVM account */
  withAddress(address: Uint8Array): Wallet | undefined {
    return this.#byAddress.get(keyOf(address))
  }

  /** Declares somebody whom nobody has declared; without a key it follows from seed and name. */
  add(name: string, privateKey?: string): Wallet {
    const key =
      privateKey?.replace(/^0x/, '') ??
      createHash('sha256').update(`snowglobe wallet ${this.#seed} ${name}`).digest('hex')
    const wallet = walletOf(name, fromKey(key))
    this.#later.set('', [...(this.#later.get('') ?? []), { name, privateKey: key }])
    this.#note(wallet)
    return wallet
  }

  #note(wallet: Wallet): void {
    this.#byName.set(wallet.name, wallet)
    this.#byAddress.set(keyOf(wallet.address), wallet)
    this.#byAddress.set(keyOf(wallet.evmAddress), wallet)
  }
}

const fromKey = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))

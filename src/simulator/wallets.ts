import { createHash } from 'node:crypto'
import type { CastMember } from '../../schemas/definition/world.ts'
import { addressOf } from '../formats/addresses.ts'
import { evmAddressOf, publicKeyOf, quickSignerOf, type Signer } from '../formats/secp256k1.ts'

/** A member of the cast with its key; addresses follow from the key on every chain. */
export interface Wallet {
  readonly name: string
  /** 32 bytes. */
  readonly secretKey: Uint8Array
  /** Signs quickly with a key that follows from the name, and as wallets do with a declared one. */
  readonly signer: Signer
  /** 20 bytes that own outputs on the P-, X- and C-chain; bech32 is their text. */
  readonly address: Uint8Array
  /** 20 bytes. */
  readonly evmAddress: Uint8Array
}

/** Keys follow from names alone, so that a member has the same addresses in every world. */
export const openWallets = (cast: readonly CastMember[]): Wallet[] =>
  cast.map(({ name, privateKey }) => {
    if (privateKey) return walletOf(name, new Uint8Array(Buffer.from(privateKey, 'hex')))
    const secretKey = new Uint8Array(createHash('sha256').update(`snowglobe cast ${name}`).digest())
    return { ...walletOf(name, secretKey), signer: quickSignerOf(secretKey) }
  })

/** @param secretKey 32 bytes, which somebody declared */
export function walletOf(name: string, secretKey: Uint8Array): Wallet {
  const publicKey = publicKeyOf(secretKey)
  return {
    name,
    secretKey,
    signer: secretKey,
    address: addressOf(publicKey),
    evmAddress: evmAddressOf(publicKey),
  }
}

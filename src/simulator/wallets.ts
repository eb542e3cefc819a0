import { createHash } from 'node:crypto'
import type { CastMember } from '../../schemas/definition/world.ts'
import { addressOf } from '../formats/addresses.ts'
import { evmAddressOf, publicKeyOf } from '../formats/secp256k1.ts'

/** A member of the cast with its key; addresses follow from the key on every chain. */
export interface Wallet {
  readonly name: string
  /** 32 bytes. */
  readonly secretKey: Uint8Array
  /** 20 bytes that own outputs on the P-, X- and C-chain; bech32 is their text. */
  readonly address: Uint8Array
  /** 20 bytes. */
  readonly evmAddress: Uint8Array
}

/** Keys follow from names alone, so that a member has the same addresses in every world. */
export const openWallets = (cast: readonly CastMember[]): Wallet[] =>
  cast.map(({ name, privateKey }) =>
    walletOf(
      name,
      privateKey
        ? new Uint8Array(Buffer.from(privateKey, 'hex'))
        : new Uint8Array(createHash('sha256').update(`snowglobe cast ${name}`).digest()),
    ),
  )

/** @param secretKey 32 bytes */
export function walletOf(name: string, secretKey: Uint8Array): Wallet {
  const publicKey = publicKeyOf(secretKey)
  return { name, secretKey, address: addressOf(publicKey), evmAddress: evmAddressOf(publicKey) }
}

import { createHash } from 'node:crypto'
import type { CastMember } from '../../../schemas/definition/world.ts'
import { addressOf, parseAddress, parseEvmAddress } from '../../formats/addresses.ts'
import { evmAddressOf, publicKeyOf, quickSignerOf, type Signer } from '../../formats/secp256k1.ts'
import { memoizedPerObject } from '../../util/memoized.ts'

/** A member of the cast with its key; addresses follow from the key on every chain. */
export interface Wallet {
  readonly name: string
  /** 32 bytes. */
  readonly secretKey: Uint8Array
  /** Signer: fast with a key that follows from the name, and as in wallets with a declared one. */
  readonly signer: Signer
  /** 20 bytes that own outputs on the P-, X- and C-chain; bech32 is their text. */
  readonly address: Uint8Array
  /** 20 bytes. */
  readonly evmAddress: Uint8Array
}

/**
 * A watch-only account: a member of the cast without a known key, on the chains where it has an
 * address.
 */
export interface WatchOnlyAccount {
  readonly name: string
  /** 20 bytes. */
  readonly address?: Uint8Array
  /** 20 bytes. */
  readonly evmAddress?: Uint8Array
}

export const isWallet = (member: Wallet | WatchOnlyAccount): member is Wallet => 'signer' in member

/** Returns all members, in the order of the definition. */
export const openCast = memoizedPerObject(
  (cast: readonly CastMember[]): readonly (Wallet | WatchOnlyAccount)[] =>
    cast.map((member) =>
      member.addresses ? watchOnlyOf(member.name, member.addresses) : openWallet(member),
    ),
)

/** Returns the members with keys, which follow from names alone unless they are declared. */
export const openWallets = (cast: readonly CastMember[]): Wallet[] =>
  openCast(cast).filter(isWallet)

function openWallet({ name, privateKey }: CastMember): Wallet {
  if (privateKey) return walletOf(name, new Uint8Array(Buffer.from(privateKey, 'hex')))
  const secretKey = new Uint8Array(createHash('sha256').update(`snowglobe cast ${name}`).digest())
  return { ...walletOf(name, secretKey), signer: quickSignerOf(secretKey) }
}

const watchOnlyOf = (
  name: string,
  { evm, primary }: NonNullable<CastMember['addresses']>,
): WatchOnlyAccount => ({
  name,
  ...(primary !== undefined && { address: parseAddress(primary).address }),
  ...(evm !== undefined && { evmAddress: parseEvmAddress(evm) }),
})

/**
 * Returns the account of a declared key.
 * @param secretKey 32 bytes
 */
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

import { bech32 } from '@scure/base'
import type { PrimaryChain } from '../networks/primary-chain.ts'
import { FormatError } from './codec.ts'
import { hash160 } from './hashes.ts'
import { fromHex, ofLength, toHex } from './ids.ts'
import { keccak256 } from './keccak.ts'

/** Human-readable part of the bech32 addresses of a network. */
export type AddressPrefix = 'avax' | 'fuji' | 'local' | 'custom'

/** Parts of an address on the P-, X- or C-chain's atomic side. */
export interface ParsedAddress {
  readonly chain: PrimaryChain | undefined
  readonly prefix: AddressPrefix
  /** 20 bytes, the same on every chain and network. */
  readonly address: Uint8Array
}

const prefixes = new Map<number, AddressPrefix>([
  [1, 'avax'],
  [5, 'fuji'],
  [12345, 'local'],
])
const form = /^(?:([PXC])-)?(avax|fuji|local|custom)1/

/**
 * Returns `avax` for mainnet (1), `fuji` (5), `local` (12345), `custom` for any other network id.
 */
export function addressPrefix(networkId: number): AddressPrefix {
  return prefixes.get(networkId) ?? 'custom'
}

/** Returns the 20 bytes that own outputs: ripemd160(sha256(33-byte compressed secp256k1 key)). */
export function addressOf(publicKey: Uint8Array): Uint8Array<ArrayBuffer> {
  return hash160(publicKey)
}

/**
 * Returns the bech32 text of 20 bytes, after `P-`, `X-` or `C-` if a chain is given; throws {@link
 * FormatError} on another length.
 */
export function addressText(
  address: Uint8Array,
  prefix: AddressPrefix,
  chain?: PrimaryChain,
): string {
  const text = bech32.encodeFromBytes(prefix, ofLength(address, 20))
  return chain ? `${chain}-${text}` : text
}

/**
 * Parses an address into its parts; throws {@link FormatError} on a bad form, prefix or checksum.
 */
export function parseAddress(text: string): ParsedAddress {
  const [, chain, prefix] = form.exec(text) ?? []
  if (!prefix) throw new FormatError('', 'not an address of a known network')
  const decoded = bech32.decodeUnsafe(chain ? text.slice(2) : text)
  const address = decoded && bech32.fromWordsUnsafe(decoded.words)
  if (address?.length !== 20) throw new FormatError('', 'its checksum or its length is wrong')
  return { chain: chain as PrimaryChain | undefined, prefix: prefix as AddressPrefix, address }
}

/** Returns `0x` and 40 hex digits whose case is a checksum (EIP-55); throws {@link FormatError}. */
export function evmAddressText(address: Uint8Array): string {
  const digits = toHex(ofLength(address, 20)).slice(2)
  const hash = keccak256(Buffer.from(digits))
  const nibbleOf = (index: number) => ((hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 15
  const cased = Array.from(digits, (digit, i) => (nibbleOf(i) >= 8 ? digit.toUpperCase() : digit))
  return `0x${cased.join('')}`
}

/**
 * Parses the 20 bytes of an EVM address in one case, or in mixed case with a valid EIP-55 checksum;
 * throws {@link FormatError}.
 */
export function parseEvmAddress(text: string): Uint8Array {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new FormatError('', 'not 0x and 40 hex digits')
  const address = fromHex(text)
  const digits = text.slice(2)
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (mixed && evmAddressText(address) !== text)
    throw new FormatError('', 'wrong EIP-55 checksum, which is the case of its letters')
  return address
}

import { toHex } from '../formats/ids.ts'
import { keccak256 } from '../formats/keccak.ts'

/** Account of a state. Addresses and hashes are `0x` and lower-case digits; amounts are wei. */
export interface AccountRecord {
  readonly nonce: bigint
  readonly balance: bigint
  readonly codeHash: string
  /** Whether the account ever held an asset besides AVAX: the C-chain's fifth field. */
  readonly isMultiCoin: boolean
}

/** State before an execution. The {@link Journal} asks once for each account and slot. */
export interface StateReader {
  account(address: string): AccountRecord | undefined
  /** Returns the code of a hash that an account has; the same array each time, for its analysis. */
  code(hash: string): Uint8Array
  /** Returns the value of a slot, 0 where nothing is stored. */
  storage(address: string, slot: bigint): bigint
}

/** Change of an account by a transaction. */
export interface AccountChange {
  readonly address: string
  readonly before: AccountRecord | undefined
  /** Undefined when the account ceases to exist. */
  readonly after: AccountRecord | undefined
  /** Code that the transaction deployed. */
  readonly code?: Uint8Array
  /** Whether all slots from before the transaction are 0 now. */
  readonly clearsStorage: boolean
  /** Slots whose values differ from those before, in the order of first access. */
  readonly storage: readonly { slot: bigint; before: bigint; after: bigint }[]
}

/** Log of a contract. */
export interface EvmLog {
  readonly address: string
  /** 32 bytes each. */
  readonly topics: readonly Uint8Array[]
  readonly data: Uint8Array
}

/**
 * Returns the bytes of a text of `0x` and hexadecimal digits. A Buffer for each address would take
 * three times as long.
 */
export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array((hex.length - 2) >> 1)
  for (let i = 0, at = 2; i < bytes.length; i++, at += 2)
    bytes[i] =
      ((digits[hex.charCodeAt(at)] as number) << 4) | (digits[hex.charCodeAt(at + 1)] as number)
  return bytes
}

/** Values of hexadecimal digits by their character code. */
const digits = Uint8Array.from({ length: 128 }, (_, code) =>
  Number.parseInt(String.fromCharCode(code), 16),
)

/** Hash of no code. */
export const EMPTY_CODE_HASH = toHex(keccak256(new Uint8Array()))

/** Account that does not exist. */
export const noAccount: AccountRecord = {
  nonce: 0n,
  balance: 0n,
  codeHash: EMPTY_CODE_HASH,
  isMultiCoin: false,
}

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

/** Returns `0x` and the lower-case digits of bytes. */
export const hexOf = (bytes: Uint8Array): string =>
  `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`

/** Returns the bytes of a text that starts with `0x`. */
export const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))

/** Hash of no code. */
export const EMPTY_CODE_HASH = hexOf(keccak256(new Uint8Array()))

/** Account that does not exist. */
export const noAccount: AccountRecord = {
  nonce: 0n,
  balance: 0n,
  codeHash: EMPTY_CODE_HASH,
  isMultiCoin: false,
}

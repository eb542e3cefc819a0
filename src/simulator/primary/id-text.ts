import { addressText, parseAddress } from '../../formats/addresses.ts'
import { encodeCb58, hexDigits, nodeIdText } from '../../formats/ids.ts'
import { memoizedTexts } from '../../formats/memoized-texts.ts'
import type { NetworkConstants } from '../../networks/constants.ts'

/** Texts of bytes as in rows; each is computed once. */
export interface IdText {
  /** Returns the cb58 of 32 bytes. */
  id(bytes: Uint8Array): string
  /** Returns the `NodeID-…` of 20 bytes. */
  node(bytes: Uint8Array): string
  /** Returns the bech32 of 20 bytes, without the prefix of a chain. */
  address(bytes: Uint8Array): string
  /** Parses the 20 bytes of {@link address}. */
  parseAddress(text: string): Uint8Array
}

/** Maximum number of texts of a kind: ids recur within a few blocks. */
const maxMemoized = 5_000

/**
 * Creates the texts.
 * @param hrp human-readable part of the network's addresses
 */
export function createIdText(hrp: NetworkConstants['hrp']): IdText {
  return {
    id: memoizedTexts(encodeCb58, maxMemoized),
    node: memoizedTexts(nodeIdText, maxMemoized),
    address: memoizedTexts((bytes) => addressText(bytes, hrp), maxMemoized),
    parseAddress: (text) => parseAddress(text).address,
  }
}

/** Returns bytes as a key of maps. */
export const keyOf = (bytes: Uint8Array): string => hexDigits(bytes)

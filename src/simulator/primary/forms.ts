import { addressText, parseAddress } from '../../formats/addresses.ts'
import { encodeCb58, hexDigits, nodeIdText } from '../../formats/ids.ts'
import type { NetworkConstants } from '../../networks/constants.ts'

/** Texts of bytes as rows hold them; each is computed once. */
export interface Forms {
  /** Cb58 of 32 bytes. */
  id(bytes: Uint8Array): string
  /** `NodeID-…` of 20 bytes. */
  node(bytes: Uint8Array): string
  /** Bech32 of 20 bytes, without the prefix of a chain. */
  address(bytes: Uint8Array): string
  /** The 20 bytes of {@link address}. */
  parseAddress(text: string): Uint8Array
}

/** @param hrp human-readable part of the network's addresses */
export function createForms(hrp: NetworkConstants['hrp']): Forms {
  return {
    id: remembered(encodeCb58),
    node: remembered(nodeIdText),
    address: remembered((bytes) => addressText(bytes, hrp)),
    parseAddress: (text) => parseAddress(text).address,
  }
}

/** Bytes as a key of maps. */
export const keyOf = (bytes: Uint8Array): string => hexDigits(bytes)

/** Keeps the latest results: ids are asked for several times within a few blocks. */
function remembered(textOf: (bytes: Uint8Array) => string): (bytes: Uint8Array) => string {
  const known = new Map<string, string>()
  return (bytes) => {
    const key = keyOf(bytes)
    const found = known.get(key)
    if (found !== undefined) return found
    const text = textOf(bytes)
    if (known.size >= 5000) known.clear()
    known.set(key, text)
    return text
  }
}

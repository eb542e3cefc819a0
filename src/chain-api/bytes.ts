import { fromHex, toCheckedHex, toHex } from '../formats/ids.ts'
import { RpcError, rpcError } from '../json-rpc/method.ts'
import type { ChainEncoding } from './arguments.ts'

const unsupported = 'unsupported encoding in method'

/**
 * Returns bytes in the requested encoding.
 * @param subject thing that has no JSON, for the refusal of that encoding; empty: none
 * @throws RpcError with the node's text
 */
export function encoded(bytes: Uint8Array, encoding: ChainEncoding, subject = ''): string {
  if (encoding === 'json')
    throw rpcError(subject ? `couldn't encode ${subject} as json: ${unsupported}` : unsupported)
  return encoding === 'hexnc' ? toHex(bytes) : toCheckedHex(bytes)
}

/**
 * Decodes bytes of a request. Source: avalanchego utils/formatting.
 * @throws RpcError with the node's text
 */
export function decoded(text: string, encoding: ChainEncoding): Uint8Array {
  if (encoding === 'json') throw refusal(unsupported)
  if (text === '') return new Uint8Array()
  if (!text.startsWith('0x')) throw refusal('missing 0x prefix to hex encoding')
  const invalid = /[^0-9a-fA-F]/.exec(text.slice(2))
  if (invalid) throw refusal(`encoding/hex: invalid byte: ${byteText(invalid[0])}`)
  if (text.length % 2 !== 0) throw refusal('encoding/hex: odd length hex string')
  const bytes = fromHex(text)
  if (encoding === 'hexnc') return bytes
  if (bytes.length < checksumLength) throw refusal('input string is smaller than the checksum size')
  const content = bytes.subarray(0, -checksumLength)
  if (toCheckedHex(content).slice(2) !== toHex(bytes).slice(2))
    throw refusal('invalid input checksum')
  return content
}

/** Bytes at the end of `hex` and `hexc`: the last ones of the SHA-256. */
const checksumLength = 4

const refusal = (reason: string) => new RpcError(`problem decoding transaction: ${reason}`)

/** Returns the first byte of a character as Go prints it: `U+007A 'z'`. */
function byteText(character: string): string {
  const [byte = 0] = Buffer.from(character)
  const code = `U+${byte.toString(16).toUpperCase().padStart(4, '0')}`
  const isPrintable = (byte >= 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad)
  return isPrintable ? `${code} '${String.fromCodePoint(byte)}'` : code
}

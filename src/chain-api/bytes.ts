import { FormatError } from '../formats/codec.ts'
import { fromCheckedHex, fromHex, toCheckedHex, toHex } from '../formats/ids.ts'
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
 * Decodes bytes of a request.
 * @throws RpcError with the node's text
 */
export function decoded(text: string, encoding: ChainEncoding): Uint8Array {
  if (encoding === 'json') throw rpcError(`problem decoding transaction: ${unsupported}`)
  try {
    return encoding === 'hexnc' ? fromHex(text) : fromCheckedHex(text)
  } catch (error) {
    if (error instanceof FormatError)
      throw new RpcError(`problem decoding transaction: ${error.message}`)
    throw error
  }
}

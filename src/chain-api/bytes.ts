import { FormatError } from '../formats/codec.ts'
import { fromCheckedHex, fromHex, toCheckedHex, toHex } from '../formats/ids.ts'
import { RpcError, rpcError } from '../json-rpc/method.ts'
import type { ChainEncoding } from './arguments.ts'

/** Returns bytes in the requested encoding. G-244 */
export function encoded(bytes: Uint8Array, encoding: ChainEncoding): string {
  if (encoding === 'json') throw rpcError('this server does not encode as json')
  return encoding === 'hexnc' ? toHex(bytes) : toCheckedHex(bytes)
}

/**
 * Decodes bytes of a request.
 * @throws RpcError with the node's text
 */
export function decoded(text: string, encoding: ChainEncoding): Uint8Array {
  try {
    return encoding === 'hexnc' ? fromHex(text) : fromCheckedHex(text)
  } catch (error) {
    if (error instanceof FormatError)
      throw new RpcError(`problem decoding transaction: ${error.message}`)
    throw error
  }
}

import { encodeCb58 } from '../../formats/ids.ts'
import { refuse } from './refuse.ts'

/** Maximum bytes of a transaction that the mempool of a node takes. */
const maxBytes = 64 * 1024

/** Checks the size of a transaction, which a node does after everything else. */
export function verifySize(bytes: Uint8Array, id: Uint8Array): void {
  if (bytes.length > maxBytes)
    refuse(`tx too large: ${encodeCb58(id)} size (${bytes.length}) > max size (${maxBytes})`)
}

import { createHash } from 'node:crypto'

export interface Container {
  readonly id: string
  readonly bytes: string
  readonly timestamp: string
  readonly index: string
}

/** The bytes of a node's hex text. Throws unless its last four bytes are their checksum. */
export function bytesOf(text: string): Uint8Array {
  if (!/^0x(?:[0-9a-f]{2}){4,}$/.test(text)) throw new Error(`not hex with a checksum: ${text}`)
  const all = Buffer.from(text.slice(2), 'hex')
  const bytes = all.subarray(0, -4)
  const checksum = createHash('sha256').update(bytes).digest().subarray(-4)
  if (!checksum.equals(all.subarray(-4))) throw new Error(`wrong checksum: ${text}`)
  return bytes
}

/** Paths of the five indices. */
export const indices = [
  '/ext/index/P/block',
  '/ext/index/C/block',
  '/ext/index/X/block',
  '/ext/index/X/tx',
  '/ext/index/X/vtx',
] as const

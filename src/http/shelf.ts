import { crc32 } from 'node:zlib'

/** Where the bytes of a text lie. */
export interface Piece {
  readonly slab: Buffer
  readonly start: number
  readonly end: number
}

/** Texts in UTF-8, each once, in the order in which they came. */
export interface Shelf {
  place(text: string): Piece
  /** How much memory all of it takes, about. */
  bytes(): number
}

/** Of a slab. */
const slabBytes = 64 * 1024

/** What a piece takes beside its bytes, about. */
const pieceBytes = 100

/**
 * Puts texts one behind the other: what followed one another in the answer that was first follows
 * one another in those that overlap with it, and is one part of them however many pieces it is.
 */
export function createShelf(): Shelf {
  /** By the checksum of the text, so that the text itself need not be kept beside its bytes. */
  const pieces = new Map<number, Piece>()
  let slab = Buffer.alloc(0)
  let end = 0
  let bytes = 0

  function put(text: string): Piece {
    const length = Buffer.byteLength(text)
    if (end + length > slab.length) {
      slab = Buffer.allocUnsafeSlow(Math.max(slabBytes, length))
      end = 0
    }
    const start = end
    end = start + slab.write(text, start)
    bytes += length + pieceBytes
    return { slab, start, end }
  }

  return {
    place(text) {
      const checksum = crc32(text)
      const known = pieces.get(checksum)
      if (known && textOf(known) === text) return known
      const piece = put(text)
      pieces.set(checksum, piece)
      return piece
    },
    bytes: () => bytes,
  }
}

/** The text that was placed. */
export const textOf = ({ slab, start, end }: Piece): string => slab.toString('utf8', start, end)

/** The bytes of pieces in their order, in as few parts as they lie in. */
export function runsOf(pieces: readonly Piece[]): Buffer[] {
  const runs: Buffer[] = []
  let run: { slab: Buffer; start: number; end: number } | undefined
  for (const { slab, start, end } of pieces) {
    if (run?.slab === slab && run.end === start) run.end = end
    else {
      if (run) runs.push(run.slab.subarray(run.start, run.end))
      run = { slab, start, end }
    }
  }
  if (run) runs.push(run.slab.subarray(run.start, run.end))
  return runs
}

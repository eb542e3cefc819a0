/** A text and where its bytes lie. */
export interface Piece {
  readonly text: string
  readonly slab: Uint8Array
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

/** What a piece takes beside its text and its bytes, about. */
const pieceBytes = 150

/**
 * Puts texts one behind the other: what followed one another in the answer that was first follows
 * one another in those that overlap with it, and is one part of them however many pieces it is.
 */
export function createShelf(): Shelf {
  const pieces = new Map<string, Piece>()
  let slab = new Uint8Array()
  let end = 0
  let bytes = 0

  function put(text: string): Piece {
    const length = Buffer.byteLength(text)
    if (end + length > slab.length) {
      slab = Buffer.allocUnsafeSlow(Math.max(slabBytes, length))
      end = 0
    }
    const start = end
    end = start + (slab as Buffer).write(text, start)
    bytes += text.length + length + pieceBytes
    return { text, slab, start, end }
  }

  return {
    place(text) {
      const known = pieces.get(text)
      if (known) return known
      const piece = put(text)
      pieces.set(text, piece)
      return piece
    },
    bytes: () => bytes,
  }
}

/** The bytes of pieces in their order, in as few parts as they lie in. */
export function runsOf(pieces: readonly Piece[]): Uint8Array[] {
  const runs: Uint8Array[] = []
  let run: { slab: Uint8Array; start: number; end: number } | undefined
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

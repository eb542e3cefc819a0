/** Function that reads the bytes between two positions of a slab. */
export type Reading<Read> = (slab: Buffer, from: number, to: number) => Read

/** Sequence of UTF-8 texts, numbered in order of arrival. */
interface TextRow {
  /**
   * @returns number of the text
   */
  put(text: string): number
  /** Tells whether a text directly follows the previous one in the same slab. */
  goesOn(number: number): boolean
  /** Reads the bytes from the first text to the last one, both in the same slab. */
  read<Read>(first: number, last: number, as: Reading<Read>): Read
}

/** Bytes of a slab; a longer text has a slab of its own. */
const slabBytes = 64 * 1024

export function createTextRow(): TextRow {
  /**
   * Slabs, each at a multiple of `slabBytes`; a longer one is followed by holes for the rest of its
   * size.
   */
  const slabs: Buffer[] = []
  /** Positions of the texts, counted on from slab to slab. */
  const starts: number[] = []
  const ends: number[] = []
  let end = 0
  let limit = 0

  const startOf = (number: number) => starts[number] as number
  const endOf = (number: number) => ends[number] as number
  const slabAt = (place: number) => slabs[Math.floor(place / slabBytes)] as Buffer

  return {
    put(text) {
      const length = Buffer.byteLength(text)
      // An empty text needs a slab too.
      if (end + Math.max(length, 1) > limit) {
        end = Math.ceil(limit / slabBytes) * slabBytes
        limit = end + Math.max(slabBytes, length)
        slabs[end / slabBytes] = Buffer.allocUnsafeSlow(limit - end)
      }
      slabAt(end).write(text, end % slabBytes)
      starts.push(end)
      end += length
      return ends.push(end) - 1
    },
    goesOn: (number) => startOf(number) === endOf(number - 1) && startOf(number) % slabBytes !== 0,
    read(first, last, as) {
      const start = startOf(first)
      const offset = start % slabBytes
      return as(slabAt(start), offset, offset + endOf(last) - start)
    },
  }
}

/** Reads what lies between two places of a slab. */
export type Reading<Read> = (slab: Buffer, from: number, to: number) => Read

/** Texts in UTF-8, one behind the other, by the numbers in which they came. */
export interface TextRow {
  /** @returns its number */
  put(text: string): number
  /** Whether a text lies behind the one before it, in the same slab. */
  goesOn(number: number): boolean
  /** Reads what lies from one text to another in the same slab. */
  read<Read>(first: number, last: number, as: Reading<Read>): Read
}

/** Of a slab; a longer text has one of its own. */
const slabBytes = 64 * 1024

export function createTextRow(): TextRow {
  /** Each begins at a multiple of `slabBytes`; a long one is followed by as many holes as it takes. */
  const slabs: Buffer[] = []
  /** Of the texts, in places that go on from slab to slab. */
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
      // An empty text too has a slab that it lies in.
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

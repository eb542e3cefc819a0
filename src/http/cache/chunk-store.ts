import { crc32 } from 'node:zlib'
import { createTextRow, type Reading } from './slab-buffer.ts'

/**
 * Locations of texts, as pairs of the first and last number of each run of adjacent texts. A page
 * has many texts. One object per text would take more memory than some pages add to the others.
 */
export type ChunkRanges = readonly number[]

/** Store of UTF-8 texts, each stored once. */
export interface ChunkStore {
  /**
   * @returns locations of the texts, in the given order
   */
  place(texts: readonly string[]): ChunkRanges
  /** Returns the placed texts one by one. */
  textsOf(ranges: ChunkRanges): string[]
  /** Returns the bytes of the texts in as few parts as their locations allow. */
  partsOf(ranges: ChunkRanges): Buffer[]
  /** Returns the bytes of the texts as one string with one character per byte. */
  byteTextOf(ranges: ChunkRanges): string
  /** Returns the approximate memory use of the store in bytes. */
  bytes(): number
}

/** Approximate overhead per text, in bytes. */
const textBytes = 80

/**
 * Creates a store that places texts one behind the other. Texts that follow one another in the
 * first response also do so in overlapping responses, so they form one run of any length. The
 * beginning and end of a page are specific to it, so they lie apart. Between the items of a list
 * they would split the run.
 */
export function createChunkStore(): ChunkStore {
  /**
   * Numbers of the texts by checksum, so that the text itself need not be stored beside its bytes.
   */
  const numbers = new Map<number, number>()
  /** Rows of beginnings and ends (even numbers) and of the texts between them (odd numbers). */
  const rows = [createTextRow(), createTextRow()] as const
  let bytes = 0

  const sideOf = (number: number) => (number % 2) as 0 | 1
  const placeOf = (number: number) => number >> 1

  const read = <Read>(first: number, last: number, as: Reading<Read>) =>
    rows[sideOf(first)].read(placeOf(first), placeOf(last), as)

  function readEach<Read>(ranges: ChunkRanges, as: Reading<Read>): Read[] {
    const all: Read[] = []
    for (let i = 0; i < ranges.length; i += 2)
      all.push(read(ranges[i] as number, ranges[i + 1] as number, as))
    return all
  }

  const textOf = (number: number) => read(number, number, asText)

  function numberOf(text: string, side: 0 | 1): number {
    const checksum = crc32(text)
    const known = numbers.get(checksum)
    if (known !== undefined && textOf(known) === text) return known
    const number = rows[side].put(text) * 2 + side
    bytes += Buffer.byteLength(text) + textBytes
    numbers.set(checksum, number)
    return number
  }

  return {
    place(texts) {
      const ranges: number[] = []
      for (const [i, text] of texts.entries()) {
        // The first item of a list lacks the comma that it has in other pages, so it lies apart
        // too.
        const number = numberOf(text, i < 2 || i === texts.length - 1 ? 0 : 1)
        const last = ranges.length - 1
        if (ranges[last] === number - 2 && rows[sideOf(number)].goesOn(placeOf(number)))
          ranges[last] = number
        else ranges.push(number, number)
      }
      // An array filled by `push` has spare capacity; the copy has none.
      return ranges.slice()
    },
    textsOf(ranges) {
      const texts: string[] = []
      for (let i = 0; i < ranges.length; i += 2)
        for (let number = ranges[i] as number; number <= (ranges[i + 1] as number); number += 2)
          texts.push(textOf(number))
      return texts
    },
    partsOf: (ranges) => readEach(ranges, asPart),
    byteTextOf: (ranges) => readEach(ranges, asByteText).join(''),
    bytes: () => bytes,
  }
}

const asText: Reading<string> = (slab, from, to) => slab.toString('utf8', from, to)
const asByteText: Reading<string> = (slab, from, to) => slab.toString('latin1', from, to)
const asPart: Reading<Buffer> = (slab, from, to) => slab.subarray(from, to)

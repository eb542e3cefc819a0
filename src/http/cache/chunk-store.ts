import { crc32 } from 'node:zlib'
import { createTextRow, type Reading } from './slab-buffer.ts'

/**
 * Where texts lie: numbers of texts one behind the other, of each run the first and the last. A page
 * has many texts, and what an object for each would take is more than some pages add to the others.
 */
export type ChunkRanges = readonly number[]

/** Texts in UTF-8, each once. */
export interface ChunkStore {
  /** @returns where the texts lie now, in their order */
  place(texts: readonly string[]): ChunkRanges
  /** The texts that were placed, each by itself. */
  textsOf(runs: ChunkRanges): string[]
  /** Their bytes, in as few parts as they lie in. */
  partsOf(runs: ChunkRanges): Buffer[]
  /** Their bytes as one text, a byte a character. */
  byteTextOf(runs: ChunkRanges): string
  /** How much memory all of it takes, about. */
  bytes(): number
}

/** What a text takes beside its bytes, about. */
const textBytes = 80

/**
 * Puts texts one behind the other: what followed one another in the answer that was first follows
 * one another in those that overlap with it, and is one run of them however many texts it is. How a
 * page begins and ends is its own, so it lies apart: between the items of a list it would part them.
 */
export function createChunkStore(): ChunkStore {
  /** By the checksum of the text, so that the text itself need not be kept beside its bytes. */
  const numbers = new Map<number, number>()
  /** That of beginnings and ends has the even numbers, that of what is between them the odd ones. */
  const rows = [createTextRow(), createTextRow()] as const
  let bytes = 0

  const sideOf = (number: number) => (number % 2) as 0 | 1
  const placeOf = (number: number) => number >> 1

  const read = <Read>(first: number, last: number, as: Reading<Read>) =>
    rows[sideOf(first)].read(placeOf(first), placeOf(last), as)

  function readEach<Read>(runs: ChunkRanges, as: Reading<Read>): Read[] {
    const all: Read[] = []
    for (let i = 0; i < runs.length; i += 2)
      all.push(read(runs[i] as number, runs[i + 1] as number, as))
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
      const runs: number[] = []
      for (const [i, text] of texts.entries()) {
        // The first item of a list lacks the comma that it has in other pages.
        const number = numberOf(text, i < 2 || i === texts.length - 1 ? 0 : 1)
        const last = runs.length - 1
        if (runs[last] === number - 2 && rows[sideOf(number)].goesOn(placeOf(number)))
          runs[last] = number
        else runs.push(number, number)
      }
      // What was pushed has room for more.
      return runs.slice()
    },
    textsOf(runs) {
      const texts: string[] = []
      for (let i = 0; i < runs.length; i += 2)
        for (let number = runs[i] as number; number <= (runs[i + 1] as number); number += 2)
          texts.push(textOf(number))
      return texts
    },
    partsOf: (runs) => readEach(runs, asPart),
    byteTextOf: (runs) => readEach(runs, asByteText).join(''),
    bytes: () => bytes,
  }
}

const asText: Reading<string> = (slab, from, to) => slab.toString('utf8', from, to)
const asByteText: Reading<string> = (slab, from, to) => slab.toString('latin1', from, to)
const asPart: Reading<Buffer> = (slab, from, to) => slab.subarray(from, to)

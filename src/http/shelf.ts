import { crc32 } from 'node:zlib'

/**
 * Where texts lie: numbers of texts one behind the other, of each run the first and the last. A page
 * has many texts, and what an object for each would take is more than some pages add to the others.
 */
export type Runs = readonly number[]

/** Texts in UTF-8, each once, in the order in which they came. */
export interface Shelf {
  /** @returns where the texts lie now, in their order */
  place(texts: readonly string[]): Runs
  /** The texts that were placed, each by itself. */
  textsOf(runs: Runs): string[]
  /** Their bytes, in as few parts as they lie in. */
  partsOf(runs: Runs): Buffer[]
  /** Their bytes as one text, a byte a character. */
  byteTextOf(runs: Runs): string
  /** How much memory all of it takes, about. */
  bytes(): number
}

/** Of a slab; a longer text has one of its own. */
const slabBytes = 64 * 1024

/** What a text takes beside its bytes, about. */
const textBytes = 80

/**
 * Puts texts one behind the other: what followed one another in the answer that was first follows
 * one another in those that overlap with it, and is one run of them however many texts it is.
 */
export function createShelf(): Shelf {
  /** By the checksum of the text, so that the text itself need not be kept beside its bytes. */
  const numbers = new Map<number, number>()
  /** Each begins at a multiple of `slabBytes`; a long one is followed by as many holes as it takes. */
  const slabs: Buffer[] = []
  /** Of the texts, in places that go on from slab to slab. */
  const starts: number[] = []
  const ends: number[] = []
  let end = 0
  let limit = 0
  let bytes = 0

  const startOf = (number: number) => starts[number] as number
  const endOf = (number: number) => ends[number] as number
  const slabAt = (place: number) => slabs[Math.floor(place / slabBytes)] as Buffer

  /** Reads what lies from one text to another in the same slab. */
  function read<Read>(first: number, last: number, as: Reading<Read>): Read {
    const start = startOf(first)
    const offset = start % slabBytes
    return as(slabAt(start), offset, offset + endOf(last) - start)
  }

  function readEach<Read>(runs: Runs, as: Reading<Read>): Read[] {
    const all: Read[] = []
    for (let i = 0; i < runs.length; i += 2)
      all.push(read(runs[i] as number, runs[i + 1] as number, as))
    return all
  }

  const textOf = (number: number) => read(number, number, asText)

  function put(text: string): number {
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
    bytes += length + textBytes
    return ends.push(end) - 1
  }

  function numberOf(text: string): number {
    const checksum = crc32(text)
    const known = numbers.get(checksum)
    if (known !== undefined && textOf(known) === text) return known
    const number = put(text)
    numbers.set(checksum, number)
    return number
  }

  /** Whether a text lies behind the one before it, in the same slab. */
  const goesOn = (number: number) =>
    startOf(number) === endOf(number - 1) && startOf(number) % slabBytes !== 0

  return {
    place(texts) {
      const runs: number[] = []
      for (const text of texts) {
        const number = numberOf(text)
        const last = runs.length - 1
        if (runs[last] === number - 1 && goesOn(number)) runs[last] = number
        else runs.push(number, number)
      }
      // What was pushed has room for more.
      return runs.slice()
    },
    textsOf(runs) {
      const texts: string[] = []
      for (let i = 0; i < runs.length; i += 2)
        for (let number = runs[i] as number; number <= (runs[i + 1] as number); number++)
          texts.push(textOf(number))
      return texts
    },
    partsOf: (runs) => readEach(runs, asPart),
    byteTextOf: (runs) => readEach(runs, asByteText).join(''),
    bytes: () => bytes,
  }
}

type Reading<Read> = (slab: Buffer, from: number, to: number) => Read

const asText: Reading<string> = (slab, from, to) => slab.toString('utf8', from, to)
const asByteText: Reading<string> = (slab, from, to) => slab.toString('latin1', from, to)
const asPart: Reading<Buffer> = (slab, from, to) => slab.subarray(from, to)

import { sha256 } from '../formats/hashes.ts'

/** A stream of numbers that depends only on the world's seed and the stream's name. */
export interface Random {
  /** Draws a whole number, both ends included. */
  int(min: number, max: number): number
  /** Draws a whole number, both ends included, for amounts that may exceed 2^53. */
  bigint(min: bigint, max: bigint): bigint
  /** Returns true with this probability. */
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  bytes(length: number): Uint8Array
}

/**
 * Streams by name: one per actor and kind of action, so that adding one leaves the others
 * unchanged.
 */
export interface RandomStreams {
  /** Returns a stream for single use: all of a declared thing, drawn again at each read. */
  stream(name: string): Random
  /**
   * Returns a stream for repeated use: a separate one for each height, slot or number. No state
   * passes from one to the next, so a world continues from any point.
   */
  at(name: string, position: number): Random
}

export const createRandomStreams = (seed: string): RandomStreams => ({
  stream: (name) => createRandom(`${seed}\0${name}`),
  at: (name, position) => createRandom(`${seed}\0${name}\0${position}`),
})

/**
 * Creates an sfc32 generator: 128 bits of state, passes the usual test batteries, a few nanoseconds
 * per number.
 */
function createRandom(key: string): Random {
  const digest = sha256(key)
  let a = int32At(digest, 0)
  let b = int32At(digest, 4)
  let c = int32At(digest, 8)
  let counter = int32At(digest, 12)

  /** Returns 32 random bits as an unsigned number. */
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return sum >>> 0
  }

  /** Returns a number in [0, 1) with 53 bits. */
  const fraction = () => (next() * 0x200000 + (next() >>> 11)) / 0x20000000000000

  const bytes = (length: number): Uint8Array => {
    const out = new Uint8Array(length)
    for (let i = 0; i < length; i++) {
      out[i] = next() >>> 24
    }
    return out
  }

  const int = (min: number, max: number): number => {
    if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max) || min > max)
      throw new RangeError(`internal error: there is no whole number between ${min} and ${max}`)
    return min + Math.floor(fraction() * (max - min + 1))
  }

  return {
    int,
    bytes,
    chance: (probability) => fraction() < probability,
    bigint(min, max) {
      if (min > max)
        throw new RangeError(`internal error: there is no whole number between ${min} and ${max}`)
      // 64 bits more than the span needs make the bias of the remainder negligible.
      const span = max - min + 1n
      const length = Math.ceil(span.toString(2).length / 8) + 8
      return min + (BigInt(`0x${Buffer.from(bytes(length)).toString('hex')}`) % span)
    },
    pick(items) {
      const item = items[int(0, items.length - 1)]
      if (item === undefined)
        throw new RangeError('internal error: pick needs a list that is not empty and has no holes')
      return item
    },
  }
}

/** Reads a little-endian integer. */
const int32At = (bytes: Uint8Array, place: number): number =>
  (bytes[place] ?? 0) |
  ((bytes[place + 1] ?? 0) << 8) |
  ((bytes[place + 2] ?? 0) << 16) |
  ((bytes[place + 3] ?? 0) << 24)

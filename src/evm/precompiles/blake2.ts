import {
  type FinalResult,
  finished,
  outOfGas,
  type Precompile,
  type SlowWork,
} from './precompile.ts'

const inputLength = 213

/** Compresses one block of BLAKE2b in as many rounds as the input says, for a gas each (EIP-152). */
export const blake2Compression: Precompile = ({ input, gas }) => {
  const last = input[inputLength - 1] as number
  if (input.length !== inputLength || last > 1)
    return { status: 'failure', error: 'invalid input length' }
  const view = new DataView(input.buffer, input.byteOffset, input.length)
  const rounds = view.getUint32(0)
  if (rounds > gas) return outOfGas
  const words = (start: number, count: number) =>
    Uint32Array.from({ length: count }, (_, i) => view.getUint32(start + 4 * i, true))
  const block = { message: words(68, 32), offset: words(196, 4), isLast: last === 1 }
  const work = new Compression(rounds, words(4, 16), block, gas - rounds)
  return rounds <= roundsOfPart ? finished(work) : { status: 'slow', work }
}

/** Rounds of a part; some milliseconds. */
const roundsOfPart = 5000

/** The 64-bit initial values of BLAKE2b, as pairs of 32 bits, the lower one first. */
const initial = Uint32Array.of(
  0xf3bcc908,
  0x6a09e667,
  0x84caa73b,
  0xbb67ae85,
  0xfe94f82b,
  0x3c6ef372,
  0x5f1d36f1,
  0xa54ff53a,
  0xade682d1,
  0x510e527f,
  0x2b3e6c1f,
  0x9b05688c,
  0xfb41bd6b,
  0x1f83d9ab,
  0x137e2179,
  0x5be0cd19,
)

const schedule = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
].map((row) => Uint8Array.from(row))

const columns = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
].map((row) => Uint8Array.from(row, (word) => 2 * word))

interface Block {
  readonly message: Uint32Array
  readonly offset: Uint32Array
  readonly isLast: boolean
}

/** Compression of a block, some rounds at a time. */
class Compression implements SlowWork {
  readonly #rounds: number
  readonly #state: Uint32Array
  readonly #message: Uint32Array
  readonly #gasLeft: number
  readonly #v = new Uint32Array(32)
  #next = 0

  constructor(rounds: number, state: Uint32Array, block: Block, gasLeft: number) {
    this.#rounds = rounds
    this.#state = state
    this.#message = block.message
    this.#gasLeft = gasLeft
    const v = this.#v
    v.set(state)
    v.set(initial, 16)
    for (let i = 0; i < 4; i++) v[24 + i] = (v[24 + i] as number) ^ (block.offset[i] as number)
    if (block.isLast) for (let i = 28; i < 30; i++) v[i] = ~(v[i] as number)
  }

  advance(): FinalResult | undefined {
    const end = Math.min(this.#rounds, this.#next + roundsOfPart)
    for (; this.#next < end; this.#next++) {
      const order = schedule[this.#next % 10] as Uint8Array
      for (let column = 0; column < 8; column++)
        mix(this.#v, columns[column] as Uint8Array, this.#message, {
          x: 2 * (order[2 * column] as number),
          y: 2 * (order[2 * column + 1] as number),
        })
    }
    if (this.#next < this.#rounds) return undefined
    const output = new Uint8Array(64)
    const view = new DataView(output.buffer)
    this.#state.forEach((word, i) => {
      view.setUint32(4 * i, word ^ (this.#v[i] as number) ^ (this.#v[16 + i] as number), true)
    })
    return { status: 'success', gasLeft: this.#gasLeft, output }
  }
}

/** Mixes two words of the message into four of the state. */
function mix(
  v: Uint32Array,
  column: Uint8Array,
  message: Uint32Array,
  words: { x: number; y: number },
): void {
  const a = column[0] as number
  const b = column[1] as number
  const c = column[2] as number
  const d = column[3] as number
  add(v, a, v, b)
  add(v, a, message, words.x)
  rotate(v, d, a, 32)
  add(v, c, v, d)
  rotate(v, b, c, 24)
  add(v, a, v, b)
  add(v, a, message, words.y)
  rotate(v, d, a, 16)
  add(v, c, v, d)
  rotate(v, b, c, 63)
}

function add(v: Uint32Array, to: number, source: Uint32Array, from: number): void {
  const low = (v[to] as number) + (source[from] as number)
  const carry = low > 0xffff_ffff ? 1 : 0
  v[to] = low
  v[to + 1] = (v[to + 1] as number) + (source[from + 1] as number) + carry
}

/** Combines by exclusive or, then rotates 64 bits to the right. */
function rotate(v: Uint32Array, to: number, from: number, bits: 16 | 24 | 32 | 63): void {
  const low = (v[to] as number) ^ (v[from] as number)
  const high = (v[to + 1] as number) ^ (v[from + 1] as number)
  if (bits === 32) {
    v[to] = high
    v[to + 1] = low
  } else if (bits === 63) {
    v[to] = (low << 1) | (high >>> 31)
    v[to + 1] = (high << 1) | (low >>> 31)
  } else {
    v[to] = (low >>> bits) | (high << (32 - bits))
    v[to + 1] = (high >>> bits) | (low << (32 - bits))
  }
}

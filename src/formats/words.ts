/** Bytes of a word of the EVM, and of a scalar of the curves with 256 bits. */
export const WORD = 32

// Serves all calls: nothing else runs while a word is written or read.
const scratch = new Uint8Array(WORD)
const view = new DataView(scratch.buffer)

/** A number from 0 to 2^256 - 1 in 32 bytes, big-endian; by digits it would take three times as long. */
export function wordOf(value: bigint): Uint8Array<ArrayBuffer> {
  scratch.fill(0)
  let place = WORD
  for (let rest = value; rest > 0n; rest >>= 64n) {
    place -= 8
    view.setBigUint64(place, BigInt.asUintN(64, rest))
  }
  return scratch.slice()
}

/** The number in the 32 bytes from `start` on, big-endian. */
export function numberOfWord(bytes: Uint8Array, start = 0): bigint {
  for (let place = 0; place < WORD; place++) scratch[place] = bytes[start + place] ?? 0
  let value = 0n
  for (let place = 0; place < WORD; place += 8) value = (value << 64n) | view.getBigUint64(place)
  return value
}

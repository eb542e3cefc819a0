/** Bytes of an EVM word, and of a scalar of the curves with 256 bits. */
export const WORD = 32

// Shared by all calls: no other code runs while a word is written or read.
const scratch = new Uint8Array(WORD)
const view = new DataView(scratch.buffer)

/**
 * Encodes a number from 0 to 2^256 - 1 in 32 bytes, big-endian. Conversion via digits would take
 * three times as long.
 */
export function wordOf(value: bigint): Uint8Array<ArrayBuffer> {
  scratch.fill(0)
  let place = WORD
  for (let rest = value; rest > 0n; rest >>= 64n) {
    place -= 8
    view.setBigUint64(place, BigInt.asUintN(64, rest))
  }
  return scratch.slice()
}

/** Reads the number in the 32 bytes from `start`, big-endian. */
export function numberOfWord(bytes: Uint8Array, start = 0): bigint {
  for (let place = 0; place < WORD; place++) scratch[place] = bytes[start + place] ?? 0
  let value = 0n
  for (let place = 0; place < WORD; place += 8) value = (value << 64n) | view.getBigUint64(place)
  return value
}

import { ByteWriter } from '../codec-buffers.ts'

/** A parsed RLP item: a byte string or a list of items (Ethereum yellow paper, appendix B). */
export type RlpItem = Uint8Array | RlpItem[]

/**
 * A writer of RLP into one growing output, without an array for each of its items. A header
 * contains the length of its content. So a list's content is written first and then moved to make
 * room for its header.
 */
export class RlpWriter {
  readonly #output = new ByteWriter()

  /** Writes a byte string; a byte below 128 is its own encoding. */
  string(bytes: Uint8Array): void {
    if (bytes.length !== 1 || (bytes[0] ?? 0) >= 0x80) this.#header(0x80, bytes.length)
    this.#output.append(bytes)
  }

  /** Writes a number below 2^256, big-endian without leading zeros; zero is the empty string. */
  integer(value: bigint): void {
    let start = word.byteLength
    // 64 bits at a time: converting via digits takes three times as long.
    for (let rest = value; rest > 0n; rest >>= 64n) {
      start -= 8
      word.setBigUint64(start, BigInt.asUintN(64, rest))
    }
    while (start < word.byteLength && word.getUint8(start) === 0) start++
    const length = word.byteLength - start
    if (length !== 1 || word.getUint8(start) >= 0x80) this.#header(0x80, length)
    for (; start < word.byteLength; start++) this.byte(word.getUint8(start))
  }

  /**
   * Begins a list.
   * @returns start of the list, the argument of {@link close}
   */
  open(): number {
    return this.#output.length
  }

  /** Ends a list, which contains everything written since it was opened. */
  close(start: number): void {
    const output = this.#output
    const end = output.length
    const size = end - start
    const header = headerLength(size)
    output.reserve(header)
    output.bytes.copyWithin(start + header, start, end)
    output.length = start
    this.#header(0xc0, size)
    output.length = end + header
  }

  /** Writes an item with its nested items. */
  item(item: RlpItem): void {
    if (item instanceof Uint8Array) {
      this.string(item)
      return
    }
    const start = this.open()
    for (const each of item) this.item(each)
    this.close(start)
  }

  /** Writes whole items as they are, or parts of one. */
  raw(bytes: Uint8Array): void {
    this.#output.append(bytes)
  }

  /** Writes a byte outside of any item, or part of one. */
  byte(value: number): void {
    const offset = this.#output.reserve(1)
    this.#output.bytes[offset] = value
  }

  /** Returns a copy of the bytes that `write` writes. */
  bytesOf(write: (writer: RlpWriter) => void): Uint8Array<ArrayBuffer> {
    // An error may have left bytes.
    this.#output.length = 0
    write(this)
    return this.#output.finish()
  }

  /** Writes a header. A length up to 55 is part of the first byte, a longer one follows it. */
  #header(kind: 0x80 | 0xc0, size: number): void {
    if (size < 56) {
      this.byte(kind + size)
      return
    }
    const length = headerLength(size) - 1
    this.byte(kind + 55 + length)
    for (let place = length - 1; place >= 0; place--) this.byte((size >>> (8 * place)) & 255)
  }
}

const headerLength = (size: number) => (size < 56 ? 1 : 1 + Math.ceil((32 - Math.clz32(size)) / 8))

const word = new DataView(new ArrayBuffer(32))

// One writer serves all calls: nothing encodes while it writes.
const writer = new RlpWriter()

/** Returns the bytes that `write` writes. */
export const rlpBytes = (write: (writer: RlpWriter) => void): Uint8Array<ArrayBuffer> =>
  writer.bytesOf(write)

/** Encodes an item. */
export const encodeItem = (item: RlpItem): Uint8Array<ArrayBuffer> =>
  rlpBytes((writer) => writer.item(item))

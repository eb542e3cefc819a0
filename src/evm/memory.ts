/** Bytes with the first use: most calls of an account without code use none. */
const firstLength = 4096

/** Bytes of the longest memory that waits for its next execution. */
const maxSpareLength = 256 * 1024

/** Memories that wait for their next execution. */
const maxSpares = 4
const spares: Memory[] = []

/**
 * Memory of all frames of an execution, one behind the other: a frame's memory ends where its
 * callee's begins, and only the last one grows.
 */
export class Memory {
  bytes = new Uint8Array(0)
  view = new DataView(this.bytes.buffer)

  /** Returns the memory of an execution that has ended, or a new one. */
  static take(): Memory {
    return spares.pop() ?? new Memory()
  }

  /** Hands the memory over to a later execution; this one neither reads nor writes it any more. */
  release(): void {
    if (spares.length < maxSpares && this.bytes.length <= maxSpareLength) spares.push(this)
  }

  /** Makes the bytes from `start` to `end` zero, and the array long enough. */
  extend(start: number, end: number): void {
    if (end > this.bytes.length) {
      const grown = new Uint8Array(Math.max(firstLength, 2 * this.bytes.length, end))
      grown.set(this.bytes.subarray(0, start))
      this.bytes = grown
      this.view = new DataView(grown.buffer)
    } else this.bytes.fill(0, start, end)
  }
}

/**
 * A growing big-endian output. Callers reserve room and write into it. The schemas of the codec
 * check values, this class does not.
 */
export class ByteWriter {
  bytes = new Uint8Array(1024)
  /** View of the same bytes. */
  view = new DataView(this.bytes.buffer)
  length = 0

  /** Makes room for `size` more bytes and returns their offset. */
  reserve(size: number): number {
    const offset = this.length
    const end = offset + size
    if (end > this.bytes.length) this.grow(end)
    this.length = end
    return offset
  }

  /** Appends a copy of `bytes`. */
  append(bytes: Uint8Array): void {
    // Reserving may replace the buffer.
    const offset = this.reserve(bytes.length)
    this.bytes.set(bytes, offset)
  }

  /** Returns a copy of the written bytes and empties the writer. */
  finish(): Uint8Array<ArrayBuffer> {
    const written = this.bytes.slice(0, this.length)
    this.length = 0
    return written
  }

  private grow(needed: number): void {
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2))
    grown.set(this.bytes)
    this.bytes = grown
    this.view = new DataView(grown.buffer)
  }
}

/** A cursor over big-endian input that cannot pass its end. */
export class ByteReader {
  readonly bytes: Uint8Array
  /** View of the same bytes. */
  readonly view: DataView
  offset = 0
  private readonly onShortage: (missing: number) => never

  /**
   * Creates a reader.
   * @param onShortage function that throws the caller's error when fewer bytes are left than
   *   requested
   */
  constructor(bytes: Uint8Array, onShortage: (missing: number) => never) {
    // A Buffer's slice would be a view of the whole input: copies must be plain and independent.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.onShortage = onShortage
  }

  /** Bytes not yet read. */
  get left(): number {
    return this.bytes.length - this.offset
  }

  /** Skips `size` bytes and returns their offset. */
  skip(size: number): number {
    const offset = this.offset
    if (size > this.left) this.onShortage(size - this.left)
    this.offset = offset + size
    return offset
  }

  /** Returns an independent copy of the next `size` bytes. */
  take(size: number): Uint8Array {
    const offset = this.skip(size)
    return this.bytes.slice(offset, offset + size)
  }
}

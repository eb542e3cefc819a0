import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline as pipelineOf, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliCompress, createBrotliDecompress, constants as zlib } from 'node:zlib'
import { cutIntoParts } from '../../shared-log/large-bodies.ts'
import type { SharedLog } from '../../shared-log/shared-log.ts'

/** A delta or an image beside the log, compressed. */
export interface StoredFile {
  /** Name of the body that has it. */
  readonly name: string
  /** Compressed bytes. */
  readonly bytes: number
}

/** Bytes that are compressed or decompressed at once. */
const chunkSize = 512 * 1024

/** Hashes and signatures occur in several tables: a wide window finds them again. */
const windowBits = 24

/** The quality below takes little more than half the time and makes a twelfth more. */
const quality = 5

/** Names of deltas and images begin with this, and with their version and position. */
export const deltaPrefix = 'delta/'

/** Position as names have it, which have its order then. */
export const positionText = (position: number): string => String(position).padStart(15, '0')

interface DeltaBodiesOf {
  readonly log: Pick<SharedLog, 'putParts' | 'getParts'>
  /** Version, as names have it. */
  readonly version: string
  /** Name that no other process uses. */
  readonly process: string
}

/** Deltas and images beside a log. */
export class DeltaBodies {
  readonly #of: DeltaBodiesOf
  #count = 0

  constructor(of: DeltaBodiesOf) {
    this.#of = of
  }

  /** Stores a file, of the snapshot at a position. */
  async put(position: number, path: string): Promise<StoredFile> {
    const { log, version, process } = this.#of
    const name = `${deltaPrefix}${version}/${positionText(position)}/${process}/${this.#count++}`
    const packed = pipelineOf(
      createReadStream(path, { highWaterMark: chunkSize }),
      createBrotliCompress({
        chunkSize,
        params: { [zlib.BROTLI_PARAM_QUALITY]: quality, [zlib.BROTLI_PARAM_LGWIN]: windowBits },
      }),
      () => {},
    )
    let bytes = 0
    async function* counted() {
      for await (const part of cutIntoParts(packed as AsyncIterable<Buffer>)) {
        bytes += part.length
        yield part
      }
    }
    await log.putParts(name, counted())
    return { name, bytes }
  }

  /** Writes a stored file to a path, which it returns. */
  async get({ name }: StoredFile, path: string): Promise<string> {
    await pipeline(
      Readable.from(this.#of.log.getParts(name)),
      createBrotliDecompress({ chunkSize }),
      createWriteStream(path),
    )
    return path
  }
}

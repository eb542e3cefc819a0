import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { putInPlace } from './build-base.ts'
import type { WorldFiles } from './cache-files.ts'

/** A base among those that the package brings along, which scripts/pack-worlds.mjs makes. */
const packedFiles = (packed: string, { base, digest }: WorldFiles) => ({
  base: join(packed, `${basename(base)}.br`),
  digest: join(packed, basename(digest)),
})

/** Smaller ones go through more hands: those that streams have of themselves take twice as long. */
const pieceBytes = 1024 * 1024

/**
 * Puts a base where a build would put it, for a tenth of its cost.
 * @param packed the folder of those that the package brings along
 * @returns whether there was one; whether it is whole shows when it is opened
 */
export async function unpackBase(files: WorldFiles, packed: string): Promise<boolean> {
  const found = packedFiles(packed, files)
  if (!existsSync(found.base)) return false
  try {
    await putInPlace(files, async () => {
      await pipeline(
        createReadStream(found.base, { highWaterMark: pieceBytes }),
        createBrotliDecompress({ chunkSize: pieceBytes }),
        createWriteStream(files.unfinished, { highWaterMark: pieceBytes }),
      )
      return readFileSync(found.digest)
    })
    return true
  } catch {
    // Whatever is wrong with it, it can be built.
    return false
  }
}

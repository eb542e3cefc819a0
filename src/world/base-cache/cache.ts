import { existsSync, lstatSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { generatorVersion } from '../../simulator/generator-version.ts'
import type { WorldSource } from '../../simulator/simulation.ts'
import { worldId } from '../../simulator/world-id.ts'
import type { BaseReader } from '../../store/base-reader.ts'
import { packedWorlds } from '../../util/package-files.ts'
import { buildBase } from './build-base.ts'
import { tryLock } from './build-lock.ts'
import { isTrusted, makeFolder, sweep, type WorldFiles, worldFiles } from './cache-files.ts'
import { openIfWhole } from './open-if-whole.ts'
import { unpackBase } from './unpack-base.ts'

/** Interval at which a process polls for a world that another process builds, milliseconds. */
const pollMs = 50

/**
 * Opens the base of a world. A missing base is unpacked if the package contains it, otherwise
 * built. One process builds it, others that need the same world wait. A base appears under its name
 * only when it is complete.
 * @param folders candidates in order; a folder that lacks the world and cannot be written gives
 *   way to the next
 * @param onProgress function that receives the completed share, from 0 to 1, when this process
 *   builds
 * @param packed folder of the worlds in the package
 * @param warn function that receives a warning about an incomplete base
 */
export async function openCachedBase(
  folders: readonly string[],
  settings: WorldSource,
  onProgress: (done: number) => void = () => {},
  packed = packedWorlds,
  warn: (text: string) => void = () => {},
): Promise<BaseReader> {
  const key = worldId(settings)
  let refusal: unknown
  for (const folder of folders) {
    const files = worldFiles(folder, generatorVersion, key)
    const base = isTrusted(folder) ? openIfWhole(files, key, settings) : undefined
    if (base) return base
    try {
      makeFolder(folder)
    } catch (error) {
      refusal = error
      continue
    }
    return openOrMake(folder, { files, key, settings, onProgress, packed, warn })
  }
  throw new Error(
    `no folder for built worlds can be written: ${folders.join(', ')}; set SNOWGLOBE_CACHE to one that can`,
    {
      cause: refusal,
    },
  )
}

interface Wanted {
  readonly files: WorldFiles
  readonly key: string
  readonly settings: WorldSource
  readonly onProgress: (done: number) => void
  readonly packed: string
  readonly warn: (text: string) => void
}

async function openOrMake(
  folder: string,
  { files, key, settings, onProgress, packed, warn }: Wanted,
): Promise<BaseReader> {
  refuseObstacle(files.base)
  for (;;) {
    const lock = tryLock(files.lock)
    if (lock)
      try {
        // The previous holder of the lock may have built it.
        const base = openIfWhole(files, key, settings)
        if (base) return base
        if (existsSync(files.base))
          warn(`${files.base} is damaged or has no digest; it is being rebuilt`)
        sweep(folder, generatorVersion)
        const unpacked = (await unpackBase(files, packed)) && openIfWhole(files, key, settings)
        if (unpacked) return unpacked
        await buildBase(files, key, settings, onProgress)
      } finally {
        lock.release()
      }
    else await wait(pollMs)
    const base = openIfWhole(files, key, settings)
    if (base) return base
    if (lock)
      throw new Error(
        `${files.base} was built, but reads back damaged; the disk of ${folder} may be full or faulty. Make room there, or set SNOWGLOBE_CACHE to a folder on another disk`,
      )
  }
}

/**
 * Refuses a path that is no regular file, before the build: its result could not be renamed to that
 * path.
 */
function refuseObstacle(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found && !found.isFile())
    throw new Error(`${file} is not a regular file; remove it, so that a world can be built there`)
}

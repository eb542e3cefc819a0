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
import { openIfWhole } from './open-base.ts'
import { unpackBase } from './unpack-base.ts'

/** How often who waits for another builder looks whether the world is there. */
const pollMs = 50

/**
 * Opens the base of a world. When it is not there it is unpacked, if the package brings it along,
 * or built: one process does, others that want the same world wait for it. A base appears under its
 * name only when it is whole.
 * @param folders in order; one that lacks the world and cannot be written gives way to the next
 * @param onProgress told the share that is done, from 0 to 1, when this process builds
 * @param packed the folder of the worlds that the package brings along
 * @param warn told of a base that is there and is not whole
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
  throw new Error(`no folder for built worlds can be written: ${folders.join(', ')}`, {
    cause: refusal,
  })
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
        // Whoever held the lock before has perhaps built it.
        const base = openIfWhole(files, key, settings)
        if (base) return base
        if (existsSync(files.base))
          warn(`${files.base} is damaged or has lost its digest: it is made again`)
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
    if (lock) throw new Error(`${files.base} was built and cannot be opened`)
  }
}

/** Before the build, whose result could not get its name. */
function refuseObstacle(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found && !found.isFile())
    throw new Error(`${file} should be a built world and is no regular file; remove it`)
}

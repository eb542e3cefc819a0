import { lstatSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { generatorVersion } from '../simulator/generator-version.ts'
import type { LifeSettings } from '../simulator/life.ts'
import { worldId } from '../simulator/world-id.ts'
import type { BaseReader } from '../store/base-reader.ts'
import { buildBase } from './build-base.ts'
import { tryLock } from './build-lock.ts'
import { isTrusted, makeFolder, sweep, type WorldFiles, worldFiles } from './cache-files.ts'
import { openIfWhole } from './open-base.ts'

/** How often who waits for another builder looks whether the world is there. */
const pollMs = 50

/**
 * Opens the base of a world, building it first when it is not there. One process builds, others
 * that want the same world wait for it. A base appears under its name only when it is whole.
 * @param folders in order; one that lacks the world and cannot be written gives way to the next
 * @param onProgress told the share that is done, from 0 to 1, when this process builds
 */
export async function openCachedBase(
  folders: readonly string[],
  settings: LifeSettings,
  onProgress: (done: number) => void = () => {},
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
    return openOrBuild(folder, files, key, settings, onProgress)
  }
  throw new Error(`no folder for built worlds can be written: ${folders.join(', ')}`, {
    cause: refusal,
  })
}

async function openOrBuild(
  folder: string,
  files: WorldFiles,
  key: string,
  settings: LifeSettings,
  onProgress: (done: number) => void,
): Promise<BaseReader> {
  refuseObstacle(files.base)
  for (;;) {
    const lock = tryLock(files.lock)
    if (lock)
      try {
        // Whoever held the lock before has perhaps built it.
        const base = openIfWhole(files, key, settings)
        if (base) return base
        sweep(folder, generatorVersion)
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

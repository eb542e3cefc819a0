import { existsSync } from 'node:fs'
import { cacheFolders } from '../../config/cache-folders.ts'
import { generatorVersion } from '../../simulator/generator-version.ts'
import type { WorldSource } from '../../simulator/simulation.ts'
import { worldId } from '../../simulator/world-id.ts'
import { worldFiles } from './cache-files.ts'

/** Error: building this world would take minutes, in which a server responds slowly. */
export class LongBuildError extends Error {
  override readonly name = 'LongBuildError'
}

/**
 * Refuses worlds of size large that a server would have to build first. G-140
 * @throws LongBuildError unless its base lies in a cache
 */
export function refuseLongBuild(settings: WorldSource): void {
  if (settings.size !== 'large') return
  const key = worldId(settings)
  const isBuilt = cacheFolders().some((folder) =>
    existsSync(worldFiles(folder, generatorVersion, key).digest),
  )
  if (!isBuilt)
    throw new LongBuildError(
      `a world of size large takes minutes to build and is not built yet: run snowglobe build --size large --seed ${settings.seed} first, with the same --definition`,
    )
}

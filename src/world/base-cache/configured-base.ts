import { cacheFolders } from '../../config/cache-folders.ts'
import type { Config } from '../../config/config.ts'
import { withSource, worldDefinition } from '../../definition/world-definition.ts'
import type { WorldSource } from '../../simulator/simulation.ts'
import type { BaseReader } from '../../store/base-reader.ts'
import { openCachedBase } from './cache.ts'

/**
 * Opens the base of the world that a configuration asks for, building it when the cache has none.
 * @returns the base with its inputs
 * @param onProgress function that receives the completed share, from 0 to 1
 * @param warn function that receives a warning about an incomplete base
 * @throws DefinitionError with file and JSON pointer of an impossible value, even when only the
 *   build detects it
 */
export async function openConfiguredBase(
  { definition: file, seed, size }: Pick<Config, 'definition' | 'seed' | 'size'>,
  onProgress?: (done: number) => void,
  warn?: (text: string) => void,
): Promise<{ base: BaseReader; settings: WorldSource }> {
  const settings = { definition: await worldDefinition(file, size), seed, size }
  const base = await withSource(file, () =>
    openCachedBase(cacheFolders(), settings, onProgress, undefined, warn),
  )
  return { base, settings }
}

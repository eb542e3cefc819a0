import { type Config, cacheFolders } from '../../config/config.ts'
import { withSource, worldDefinition } from '../../definition/world-definition.ts'
import type { WorldSource } from '../../simulator/simulation.ts'
import type { BaseReader } from '../../store/base-reader.ts'
import { openCachedBase } from './cache.ts'

/**
 * Opens the base of the world that a configuration asks for, building it when the cache has none.
 * @returns it with what it is made from
 * @param onProgress the share that is built, from 0 to 1
 * @param warn told of a base that is there and is not whole
 * @throws DefinitionError with file and JSON pointer of what cannot be, even when only the build finds out
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

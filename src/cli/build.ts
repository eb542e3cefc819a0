import { type Config, cacheFolders } from '../config.ts'
import { worldDefinition } from '../definition/world-definition.ts'
import { openCachedBase } from '../world/cache.ts'
import { exitCodes } from './exit-codes.ts'
import { progressBar } from './progress-bar.ts'
import { exitOnSignal } from './signals.ts'

/** Builds the world into the cache unless it is there; quiet when there is nothing to do. */
export async function build({ fixtures, seed, size }: Config): Promise<number> {
  const definition = await worldDefinition(fixtures)
  const settings = { definition, seed, size }
  const base = await exitOnSignal(exitCodes.failed, () =>
    openCachedBase(cacheFolders(), settings, progressBar()),
  )
  base.close()
  return exitCodes.stopped
}

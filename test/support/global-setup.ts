import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheFolders } from '../../src/config.ts'
import { worldDefinition } from '../../src/definition/world-definition.ts'
import { openCachedBase } from '../../src/world/cache.ts'
import { bundleSources } from './bundle.ts'

/**
 * Bundles the sources and builds the small world once, for all workers. The world goes into a
 * folder of this run: a base that an older state of the code left in the cache of the user would
 * hide what the code does now.
 */
export default async function setup(): Promise<(() => void) | undefined> {
  // Every vitest project calls this; the first one serves them all.
  if (process.env.VITEST_SNOWGLOBE_CACHE !== undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-test-'))
  process.env.VITEST_SNOWGLOBE_CACHE = folder
  process.env.SNOWGLOBE_CACHE = folder
  const removeBundle = await bundleSources()
  const settings = { definition: await worldDefinition(undefined), seed: 'snowglobe' }
  const base = await openCachedBase(cacheFolders(), { ...settings, size: 'small' })
  base.close()
  return () => {
    removeBundle()
    rmSync(folder, { recursive: true, force: true })
  }
}

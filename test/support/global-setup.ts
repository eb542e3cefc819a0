import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildSources, bundled } from './built-sources.ts'
import { copyStoredWorld, hashOfMakers, storeWorld } from './world-cache.ts'

/**
 * Builds the sources, and with them the small world unless one of the same code is stored, once for
 * all workers. The world goes into a folder of this run. A base of older code in the user's cache
 * would hide the behaviour of the current code.
 */
export default async function setup(): Promise<(() => void) | undefined> {
  // Every vitest project calls this; the first call serves them all.
  if (process.env.VITEST_SNOWGLOBE_SOURCES !== undefined) return undefined
  // A nested run uses the world of the outer one.
  if (process.env.VITEST_SNOWGLOBE_CACHE !== undefined) return await buildSources()
  const [removeSources, hash] = await Promise.all([buildSources(), hashOfMakers()])
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-test-'))
  process.env.VITEST_SNOWGLOBE_CACHE = folder
  process.env.SNOWGLOBE_CACHE = folder
  if (!copyStoredWorld(hash, folder)) {
    await promisify(execFile)(process.execPath, [bundled('main'), 'build', '--size', 'small'])
    storeWorld(hash, folder)
  }
  return () => {
    removeSources()
    rmSync(folder, { recursive: true, force: true })
  }
}

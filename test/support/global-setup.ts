import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { buildSources, built } from './built-sources.ts'
import { needsProcesses } from './needs-setup.ts'
import { root } from './source-files.ts'
import { copyStoredWorld, hashOfMakers, storeWorld } from './world-cache.ts'

/**
 * Builds the sources, and with them the small world unless one of the same code is stored, once for
 * all workers. The world goes into a folder of this run. A base of older code in the user's cache
 * would hide the behaviour of the current code.
 */
export default async function setup(project: TestProject): Promise<(() => void) | undefined> {
  // Every vitest project calls this; the first call serves them all.
  if (process.env.VITEST_SNOWGLOBE_SOURCES !== undefined) return undefined
  // A nested run uses the world of the outer one.
  const building = buildSources(await startsProcesses(project))
  if (process.env.VITEST_SNOWGLOBE_CACHE !== undefined) return await building
  const [removeSources, hash] = await Promise.all([building, hashOfMakers()])
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-test-'))
  process.env.VITEST_SNOWGLOBE_CACHE = folder
  process.env.SNOWGLOBE_CACHE = folder
  if (!copyStoredWorld(hash, folder)) {
    await promisify(execFile)(process.execPath, [built('src/main.js'), 'build', '--size', 'small'])
    storeWorld(hash, folder)
  }
  return () => {
    removeSources()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns whether this run may have tests that start processes: with file names, not all have. */
async function startsProcesses({ vitest }: TestProject): Promise<boolean> {
  // Vitest's own types leave it out.
  const { filenamePattern } = vitest as { readonly filenamePattern?: string[] }
  if (!filenamePattern || vitest.config.watch) return true
  const specifications = await vitest.globTestSpecifications(filenamePattern)
  return specifications.some(({ moduleId }) => needsProcesses(relative(root, moduleId)))
}

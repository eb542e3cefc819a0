import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { stopCommands } from './command.ts'

/**
 * Creates a folder for each test of a file: `dataDir` in it is for persistent worlds, and is not
 * created.
 */
export function usePersistentFolder(): { readonly folder: string; readonly dataDir: string } {
  const place = { folder: '', dataDir: '' }
  beforeEach(() => {
    place.folder = mkdtempSync(join(tmpdir(), 'snowglobe-kept-'))
    place.dataDir = join(place.folder, 'data')
  })
  afterEach(async () => {
    await stopCommands()
    rmSync(place.folder, { recursive: true })
  })
  return place
}

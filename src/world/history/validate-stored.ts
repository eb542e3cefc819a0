import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { WorldDir } from '../storage/world-dirs.ts'
import { worldFile } from '../storage/world-storage.ts'
import { examineFile, refuseOtherVersion } from './examine-file.ts'
import { initialStatePath, readNamedWorld } from './named-world.ts'
import { Snapshots } from './snapshots.ts'

/**
 * Examines the files of a world from an earlier process, and changes nothing. Snapshots are
 * excepted: each may be damaged by itself. G-109
 * @param start id of the world that the options ask for, if it must equal that of the earlier
 *   process
 * @throws DamagedFileError for a damaged file
 * @throws StateError for a file of another generator version, or one that began elsewhere
 */
export function validateStored(dir: WorldDir, start: string | undefined): void {
  const path = join(dir.folder, worldFile)
  if (existsSync(path)) examineFile(path, start)
  const initialState = initialStatePath(dir)
  if (existsSync(initialState)) examineFile(initialState, undefined)
  readNamedWorld(dir)
  const snapshots = new Snapshots(dir, [])
  for (const { name } of snapshots.list())
    refuseOtherVersion(dir.folder, snapshots.documentOf(name).generatorVersion)
}

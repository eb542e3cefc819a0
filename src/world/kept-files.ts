import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { generatorVersion } from '../simulator/generator-version.ts'
import { readUntouched } from '../store/read-untouched.ts'
import { StateError } from '../store/state-error.ts'
import { originPath, readNamedWorld } from './named-world.ts'
import { worldFile } from './own-place.ts'
import { Snapshots } from './snapshots.ts'
import type { WorldHome } from './world-homes.ts'

/**
 * Looks at what an earlier process left of a world, but for the copies that save the playing of
 * snapshots, and changes nothing. G-109
 * @param start id of the world that the options ask for, where it has to be that of the earlier
 *   process
 * @throws StateError for what is damaged, or of another generator version, or began elsewhere
 */
export function examineKept(home: WorldHome, start: string | undefined): void {
  const path = join(home.folder, worldFile)
  if (existsSync(path)) examineFile(path, start)
  const origin = originPath(home)
  if (existsSync(origin)) examineFile(origin, undefined)
  try {
    readNamedWorld(home)
    const snapshots = new Snapshots(home, [])
    for (const { name } of snapshots.list())
      refuseOtherVersion(home.folder, snapshots.documentOf(name).generatorVersion)
  } catch (error) {
    if (error instanceof StateError) throw error
    throw new StateError(`${home.folder} is damaged: ${String(error)}`)
  }
}

function examineFile(path: string, start: string | undefined): void {
  try {
    readUntouched(path, (db) => {
      const version = db.prepare('SELECT generator_version FROM meta').pluck().get()
      refuseOtherVersion(path, Number(version))
      const [verdict] = db.prepare('PRAGMA integrity_check').pluck().all()
      if (verdict !== 'ok') throw new Error(String(verdict))
      const began = db.prepare('SELECT start FROM own').pluck().get()
      if (start !== undefined && began !== start)
        throw new StateError(
          `${path} began with a world of another --seed, --size or --fixtures; start with those, or take another --data-dir`,
        )
    })
  } catch (error) {
    if (error instanceof StateError) throw error
    throw new StateError(`${path} is damaged: ${error instanceof Error ? error.message : error}`)
  }
}

function refuseOtherVersion(path: string, version: number): void {
  if (version !== generatorVersion)
    throw new StateError(
      `${path} was made by version ${version} of the generator, and this is version ${generatorVersion}; bring it here with snowglobe migrate, or take another --data-dir, or the release that made it`,
    )
}

import { generatorVersion } from '../../simulator/generator-version.ts'
import { readUntouched } from '../../store/read-untouched.ts'
import { StateError } from '../../store/state-error.ts'

/**
 * Looks at the file of a world that an earlier process left, and changes nothing.
 * @param start id of the world that it has to have begun with
 * @throws StateError for what is damaged, or of another generator version, or began elsewhere
 */
export function examineFile(path: string, start: string | undefined): void {
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

/** @throws StateError */
export function refuseOtherVersion(path: string, version: number): void {
  if (version !== generatorVersion)
    throw new StateError(
      `${path} was made by version ${version} of the generator, and this is version ${generatorVersion}; bring it here with snowglobe migrate, or take another --data-dir, or the release that made it`,
    )
}

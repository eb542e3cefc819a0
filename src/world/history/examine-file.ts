import { generatorVersion } from '../../simulator/generator-version.ts'
import { digestPath, fitsFileDigest } from '../../store/digests/file-digest.ts'
import { readUntouched } from '../../store/read-untouched.ts'
import { DamagedFileError, StateError } from '../../store/state-error.ts'
import { presentOf, readWorldInfo, readWorldInfoMeta } from '../../store/world-info.ts'
import { worldStoreOver } from '../../store/world-store.ts'
import { errorText } from '../../util/error-text.ts'

/**
 * Examines the file of a world from an earlier process, and changes nothing.
 * @param start id of the world that it must have begun with
 * @throws DamagedFileError for a damaged file
 * @throws StateError for a file of another generator version, or one that began elsewhere
 */
export function examineFile(path: string, start: string | undefined): void {
  try {
    readUntouched(path, (db) => {
      const version = db.prepare('SELECT generator_version FROM meta').pluck().get()
      refuseOtherVersion(path, Number(version))
      // A file with a matching digest needs only the quick check.
      const fits = fitsFileDigest(path)
      if (fits === false) throw new Error(`its content differs from ${digestPath(path)}`)
      const pragma = fits ? 'quick_check' : 'integrity_check'
      const [verdict] = db.prepare(`PRAGMA ${pragma}`).pluck().all()
      if (verdict !== 'ok') throw new Error(`SQLite's ${pragma} says: ${verdict}`)
      const file = worldStoreOver(db)
      readWorldInfoMeta(file)
      presentOf(file)
      const { start: began } = readWorldInfo(file)
      if (start !== undefined && began !== start)
        throw new StateError(
          `${path} was created with another --seed, --size or --definition; start with the same ones, or use another --data-dir`,
        )
    })
  } catch (error) {
    if (error instanceof StateError) throw error
    throw damaged(path, error)
  }
}

/**
 * Returns the error for a damaged file.
 * @param why problem found while reading it
 */
export const damaged = (path: string, why: unknown): DamagedFileError =>
  new DamagedFileError(`${path} is damaged: ${errorText(why)}; restore it from a backup`)

/**
 * Refuses a file of another generator version.
 * @throws StateError
 */
export function refuseOtherVersion(path: string, version: number): void {
  if (version !== generatorVersion)
    throw new StateError(
      `${path} has generator version ${version}, this release has ${generatorVersion}; run snowglobe migrate, use another --data-dir, or use the release that wrote it`,
    )
}

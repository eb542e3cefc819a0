import { rmSync, statSync } from 'node:fs'
import { generatorVersion } from '../../simulator/generator-version.ts'
import type { WorldSource } from '../../simulator/simulation.ts'
import { type BaseReader, openBase } from '../../store/base-reader.ts'
import { DamagedBaseError, readBaseDigest } from '../../store/digests/base-digest.ts'
import type { WorldFiles } from './cache-files.ts'

/**
 * Opens a base if digest, size, schema and `meta` match the request. Its tables are verified on
 * first read, so a large world opens as fast as a small one.
 * @returns undefined when it is missing or damaged: the settings determine its content, so it can
 *   be rebuilt
 */
export function openIfWhole(
  files: WorldFiles,
  key: string,
  settings: WorldSource,
): BaseReader | undefined {
  try {
    // Opening a named pipe would wait for its writer, possibly for ever.
    for (const file of [files.base, files.digest]) if (!statSync(file).isFile()) return undefined
    const digest = readBaseDigest(files.digest)
    if (digest.key !== key || digest.size !== statSync(files.base).size) return undefined
    // SQLite reads these tables when it opens the file, before any statement.
    for (const table of digest.tables)
      if (table.startsWith('sqlite_')) digest.verify(files.base, table)
    const base = openBase(files.base, (table) => verifyTable(files, table, digest.verify))
    if (isRequested(base, settings)) return base
    base.close()
    return undefined
  } catch {
    return undefined
  }
}

/** Verifies a table. A damaged base loses its digest, so that the next opener rebuilds it. */
function verifyTable(
  files: WorldFiles,
  table: string,
  verify: (file: string, table: string) => void,
): void {
  try {
    verify(files.base, table)
  } catch (error) {
    if (!(error instanceof DamagedBaseError)) throw error
    try {
      rmSync(files.digest, { force: true })
    } catch {
      throw new DamagedBaseError(
        `${error.message}; it cannot be rebuilt here: remove the file and start again`,
      )
    }
    throw new DamagedBaseError(`${error.message}; it is being rebuilt`)
  }
}

const isRequested = ({ meta }: BaseReader, { definition, seed, size }: WorldSource): boolean =>
  meta.generator_version === generatorVersion &&
  meta.seed === seed &&
  meta.size === size &&
  meta.now === Date.parse(definition.now) / 1000

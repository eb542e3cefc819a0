import type { LogEntry, WorldDocument } from '../../../schemas/control/world-document.ts'
import { entriesOf } from '../../store/log.ts'
import { readUntouched } from '../../store/read-untouched.ts'
import { readWorldInfo, readWorldInfoMeta } from '../../store/world-info.ts'
import { worldStoreOver } from '../../store/world-store.ts'
import { toDocument } from './world-document.ts'

/** Description of a world in its own file, from any version of the generator. */
interface StoredDocument {
  /** Version of the generator that made the file. */
  readonly version: number
  /** Whether the world began with its own definition and seed and was not imported. */
  readonly isFromStart: boolean
  /** Document as this version of the generator must replay it. */
  readonly document: WorldDocument
}

/**
 * Reads the file of an earlier process, and changes nothing.
 * @throws for an invalid file
 */
export const readStoredDocument = (path: string): StoredDocument =>
  readUntouched(path, (db) => {
    const file = worldStoreOver(db)
    const { id, seed, size, generator_version: version } = readWorldInfoMeta(file)
    const { start, definition, clock } = readWorldInfo(file)
    const log = entriesOf<LogEntry>(file)
    return {
      version,
      isFromStart: start === id,
      document: toDocument({ definition, seed, size }, clock, log),
    }
  })

import type { LogEntry, WorldDocument } from '../../../schemas/control/world-document.ts'
import { entriesOf } from '../../store/log.ts'
import { readUntouched } from '../../store/read-untouched.ts'
import { readWorldInfo, readWorldInfoMeta } from '../../store/world-info.ts'
import { worldStoreOver } from '../../store/world-store.ts'
import { toDocument } from './world-document.ts'

/** What a world's own file says of the world, whichever version of the generator made it. */
export interface StoredDocument {
  /** Of the generator that made the file. */
  readonly version: number
  /** Whether the world began with what its own definition and seed say, and nobody imported it. */
  readonly isFromStart: boolean
  /** As this version of the generator has to play it. */
  readonly document: WorldDocument
}

/** Reads the file of an earlier process, and changes nothing. @throws for what is none */
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

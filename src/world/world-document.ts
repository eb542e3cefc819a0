import type { ClockSetting, LogEntry, WorldDocument } from '../../schemas/control/world-document.ts'
import { cacheFolders } from '../config.ts'
import { generatorVersion } from '../simulator/generator-version.ts'
import type { LifeSettings } from '../simulator/life.ts'
import { removeDatabase } from '../store/own-file.ts'
import { openCachedBase } from './cache.ts'
import { makeOwnFile } from './make-own-file.ts'
import { OwnWorld } from './own-world.ts'

/** A log has an entry that the world refuses. */
export class RefusedEntry extends Error {
  /** From 0. */
  readonly index: number

  constructor(index: number, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`entry ${index} of the log: ${reason}`, { cause })
    this.index = index
  }
}

/** A world as a document; equal worlds give equal bytes. */
export const toDocument = (
  { seed, size, definition }: LifeSettings,
  clock: ClockSetting,
  log: LogEntry[],
): WorldDocument => ({ format: 1, generatorVersion, seed, size, definition, clock, log })

/** Where a document is played. */
interface Played {
  /** Id of the world that a reset leads to. */
  readonly start: string
  readonly target: string
  /** Whether the file outlives the process. */
  readonly isKept: boolean
  /** Asked between entries. */
  readonly isStopped?: () => boolean
}

/**
 * Makes a world's own file of a document: the base that it names, built when the cache has none,
 * and everything of its log played over it.
 * The file does not exist yet and does not after a failure.
 * @throws RefusedEntry; when it is stopped; DefinitionError for a definition that cannot come to pass
 */
export async function playDocument(
  { seed, size, definition, clock, log }: WorldDocument,
  { start, target, isKept, isStopped = () => false }: Played,
): Promise<void> {
  const base = await openCachedBase(cacheFolders(), { definition, seed, size })
  try {
    base.verify()
    makeOwnFile(base.file, target, isKept, { start, definition, clock, isEntryClosed: true })
  } finally {
    base.close()
  }
  const world = new OwnWorld(target, isKept, { clockAt: () => clock, committed: () => {} })
  try {
    for (const [index, entry] of log.entries()) {
      if (isStopped()) throw new Error('the server is closed')
      await world.play(entry).catch((error: unknown) => {
        throw new RefusedEntry(index, error)
      })
    }
    world.noteClock(clock, true)
    world.close()
  } catch (error) {
    world.close()
    removeDatabase(target)
    throw error
  }
}

import { dirname } from 'node:path'
import type {
  ClockSetting,
  LogEntry,
  WorldDocument,
} from '../../../schemas/control/world-document.ts'
import { cacheFolders } from '../../config/cache-folders.ts'
import { generatorVersion } from '../../simulator/generator-version.ts'
import type { WorldSource } from '../../simulator/simulation.ts'
import { asNoSpace, NoSpaceError } from '../../store/no-space.ts'
import { removeDatabase } from '../../store/world-database.ts'
import { secondsText } from '../../time/time-text.ts'
import { errorText } from '../../util/error-text.ts'
import { yieldToEventLoop } from '../../util/yield-to-event-loop.ts'
import { openCachedBase } from '../base-cache/cache.ts'
import { makeWorldDatabase } from '../storage/make-world-database.ts'
import { WritableWorld } from '../storage/writable-world.ts'

/** Error: the world refuses an entry of a log. */
export class RefusedEntryError extends Error {
  override readonly name = 'RefusedEntryError'
  /** Index from 0. */
  readonly index: number

  constructor(index: number, cause: unknown) {
    const reason = errorText(cause)
    super(`entry ${index} of the log: ${reason}`, { cause })
    this.index = index
  }
}

/** Error: the clock of a document differs from the time that its log reaches. */
export class MisplacedClockError extends Error {
  override readonly name = 'MisplacedClockError'
  constructor({ mode, now }: ClockSetting, reached: number) {
    const bound =
      mode === 'frozen'
        ? 'must lie in that second'
        : 'must lie between that time and the next event of the world'
    super(
      `clock.now is ${now}, but the log ends at ${secondsText(reached)}; with a ${mode} clock, clock.now ${bound}`,
    )
  }
}

/** Returns a world as a document; equal worlds give equal bytes. */
export const toDocument = (
  { seed, size, definition }: WorldSource,
  clock: ClockSetting,
  log: LogEntry[],
): WorldDocument => ({ format: 1, generatorVersion, seed, size, definition, clock, log })

/** Target and options of a replay. */
interface Replayed {
  /** Id of the world that a reset leads to. */
  readonly start: string
  readonly target: string
  /** Whether the file outlives the process. */
  readonly isPersistent: boolean
  /** Whether the document comes from outside, so that its times must be checked. */
  readonly isForeign?: boolean
  /** Function that is called between entries. */
  readonly isStopped?: () => boolean
}

/**
 * Creates a world's own file from a document: the base that it names, built when the cache has
 * none, with the log replayed over it. The file does not exist before, nor after a failure.
 * @throws RefusedEntryError
 * @throws MisplacedClockError for a foreign document
 * @throws Error when it is stopped
 * @throws DefinitionError for a definition that cannot happen
 */
export async function replayDocument(
  { seed, size, definition, clock, log }: WorldDocument,
  { start, target, isPersistent, isForeign = false, isStopped = () => false }: Replayed,
): Promise<void> {
  const base = await openCachedBase(cacheFolders(), { definition, seed, size })
  try {
    base.verify()
    await yieldToEventLoop()
    makeWorldDatabase(base.file, target, isPersistent, {
      start,
      definition,
      clock,
      isEntryClosed: true,
    })
  } finally {
    base.close()
  }
  const world = new WritableWorld(target, isPersistent, {
    clockAt: () => clock,
    committed: () => {},
  })
  try {
    for (const [index, entry] of log.entries()) {
      // The previous entry ended with a commit.
      await yieldToEventLoop()
      if (isStopped()) throw new Error('the server is closed')
      if (isForeign) refuseBefore(world.now, entry, index)
      await world.replay(entry).catch((error: unknown) => {
        // A full disk is not the fault of the entry.
        const cause = asNoSpace(error, dirname(target))
        throw cause instanceof NoSpaceError ? cause : new RefusedEntryError(index, error)
      })
    }
    if (isForeign) await refuseElsewhere(world, clock)
    world.noteClock(clock, true)
    world.close()
  } catch (error) {
    world.close()
    removeDatabase(target)
    throw error
  }
}

/**
 * Refuses an entry that goes back in time.
 * @param now time reached by earlier entries, epoch seconds
 * @throws RefusedEntryError
 */
function refuseBefore(now: number, entry: LogEntry, index: number): void {
  if (entry.do === 'pass' && !(Date.parse(entry.to) >= now * 1000))
    throw new RefusedEntryError(
      index,
      `${entry.to} is before ${secondsText(now)}, the world's time at this entry`,
    )
}

/**
 * Refuses a clock that differs from the second that the log has reached. A running clock may be
 * later, if nothing was due since then.
 * @throws MisplacedClockError
 */
async function refuseElsewhere(world: WritableWorld, clock: ClockSetting): Promise<void> {
  const seconds = Math.floor(Date.parse(clock.now) / 1000)
  if (seconds === world.now) return
  const isLater = clock.mode !== 'frozen' && seconds > world.now
  if (isLater && (await world.simulation(clock.pace)).nextTime() > seconds) return
  throw new MisplacedClockError(clock, world.now)
}

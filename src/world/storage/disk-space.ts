import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { asNoSpace, NoSpaceError } from '../../store/no-space.ts'
import { monotonicMs } from '../../time/clock.ts'

/** Bytes of the file that is written to test for free space: more than most actions write. */
const probeBytes = 1024 * 1024
/** Minimum interval of disk probes, milliseconds. Any client may ask, so the probes are limited. */
const probeEveryMs = 1000

/** State of the disk of a server's files: whether it was found full, and whether it still is. */
export class DiskSpace {
  readonly #warn: (text: string) => void
  #fullFolder: string | undefined
  #probedAt = 0

  /**
   * Creates the state.
   * @param warn function that receives one line when space has run out, and when it is available
   *   again
   */
  constructor(warn: (text: string) => void) {
    this.#warn = warn
  }

  /**
   * Records a change that failed.
   * @param folder folder that was written, for errors that name no file
   * @returns error for the caller of the change: a {@link NoSpaceError} when space has run out
   */
  failed(error: unknown, folder: string): unknown {
    const reported = error instanceof NoSpaceError ? error : asNoSpace(error, folder)
    if (reported instanceof NoSpaceError) {
      if (this.#fullFolder === undefined) this.#warn(reported.message)
      this.#fullFolder = reported.folder
      this.#probedAt = monotonicMs()
    }
    return reported
  }

  /** Records a successful write: space may be available again. */
  written(): void {
    this.#probedAt = Number.NEGATIVE_INFINITY
  }

  /** Whether a change failed for lack of space and a small file still cannot be written there. */
  get isFull(): boolean {
    const folder = this.#fullFolder
    if (folder === undefined) return false
    if (monotonicMs() - this.#probedAt < probeEveryMs) return true
    this.#probedAt = monotonicMs()
    if (!hasSpace(folder)) return true
    this.#fullFolder = undefined
    this.#warn(`${folder} has space again`)
    return false
  }
}

/**
 * Returns false only for lack of space. The next change reports any other problem of the folder.
 */
function hasSpace(folder: string): boolean {
  const file = join(existing(folder), `space.probe-${process.pid}`)
  try {
    writeFileSync(file, Buffer.alloc(probeBytes))
    return true
  } catch (error) {
    return !(asNoSpace(error, folder) instanceof NoSpaceError)
  } finally {
    rmSync(file, { force: true })
  }
}

/** Returns the nearest existing folder: that of a world whose creation failed is gone. */
const existing = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder))

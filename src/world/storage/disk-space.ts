import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { asNoSpace, NoSpaceError } from '../../store/no-space.ts'
import { monotonicMs } from '../../time/clock.ts'

/** Of the file that is written to see whether there is space again: more than most actions write. */
const probeBytes = 1024 * 1024
/** Everybody may ask, so the disk is looked at no more often. */
const probeEveryMs = 1000

/** Whether the disk of a server's files was found full, and whether it still is. */
export class DiskSpace {
  readonly #warn: (text: string) => void
  #fullFolder: string | undefined
  #probedAt = 0

  /** @param warn told in one line when space has run out, and when there is some again */
  constructor(warn: (text: string) => void) {
    this.#warn = warn
  }

  /**
   * Told of each change that failed.
   * @param folder that was written, where the error names no file
   * @returns what whoever asked for the change is told: a {@link NoSpaceError} where space has run out
   */
  failed(error: unknown, folder: string): unknown {
    const told = error instanceof NoSpaceError ? error : asNoSpace(error, folder)
    if (told instanceof NoSpaceError) {
      if (this.#fullFolder === undefined) this.#warn(told.message)
      this.#fullFolder = told.folder
      this.#probedAt = monotonicMs()
    }
    return told
  }

  /** Something was written: perhaps there is space again. */
  written(): void {
    this.#probedAt = Number.NEGATIVE_INFINITY
  }

  /** Whether a change failed for want of space and a small file cannot be written there yet. */
  get isFull(): boolean {
    const folder = this.#fullFolder
    if (folder === undefined) return false
    if (monotonicMs() - this.#probedAt < probeEveryMs) return true
    this.#probedAt = monotonicMs()
    if (!hasSpace(folder)) return true
    this.#fullFolder = undefined
    this.#warn(`${folder} can be written again`)
    return false
  }
}

/** False only for want of space: whatever else is wrong with the folder, the next change says. */
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

/** The folder of a world that could not be made is gone. */
const existing = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder))

import type { WorldDatabase } from '../../store/world-database.ts'
import { processorMs } from '../../time/clock.ts'
import { yieldToEventLoop } from '../../util/yield-to-event-loop.ts'
import { inSlices, type SlicedWork } from './slices.ts'

/**
 * Processor time that slices work before their writes are committed together, milliseconds. A
 * commit writes every changed page, and the same pages change in slice after slice. Five times as
 * many commits make a month of background traffic a sixth more expensive, and no commit much
 * shorter.
 */
const partMs = 1000

/** Potentially long work on a world's file. */
interface WorkInParts extends SlicedWork {
  /**
   * Makes the state so far a consistent world.
   * @param isAll whether all work is done
   */
  finish(isAll: boolean): void
}

/** Potentially long work on a world's file that is done completely or not at all. */
interface WholeWork<Made, Result> {
  /**
   * Does some of the work.
   * @param isLate whether it is time to end the slice
   * @returns the result of all work; undefined while more remains
   */
  some(isLate: () => boolean): Made | undefined
  /** Does the last of the work. */
  finish(made: Made): Result
}

/** Changes of a world's own file, each committed completely or not at all. */
export class Commits {
  readonly #file: WorldDatabase
  readonly #committed: (isAll: boolean) => void
  /**
   * Function that ends the part written by slices so far, by a commit or a rollback; undefined when
   * there is none.
   */
  #endPart: (() => void) | undefined

  /**
   * Creates the commits of a file.
   * @param committed function called after each commit, with whether it is the last of its change
   */
  constructor(file: WorldDatabase, committed: (isAll: boolean) => void) {
    this.#file = file
    this.#committed = committed
  }

  /** Makes a change in one step. */
  make<Result>(change: () => Result): Result {
    this.end()
    this.#file.begin()
    const result = this.#orUndo(() => {
      const made = change()
      this.#file.commit()
      return made
    })
    this.#committed(true)
    return result
  }

  /** Makes a change in slices that is one commit, or none when the world is closed meanwhile. */
  async makeWhole<Made, Result>({ some, finish }: WholeWork<Made, Result>): Promise<Result> {
    this.end()
    this.#file.begin()
    const undo = () => {
      this.#endPart = undefined
      this.#file.undo()
    }
    this.#endPart = undo
    let made: Made | undefined
    const slice = (isLate: () => boolean) => {
      made = this.#orUndo(() => some(isLate))
      return made !== undefined
    }
    const isStopped = () => this.#endPart !== undo
    await inSlices({ some: slice, isStopped })
    // A large commit takes as long as several slices.
    await yieldToEventLoop()
    if (isStopped()) made = undefined
    if (made === undefined) throw new Error('the world is closed')
    const all = made
    const result = this.#orUndo(() => {
      const finished = finish(all)
      this.#file.commit()
      return finished
    })
    this.#endPart = undefined
    this.#committed(true)
    return result
  }

  /** Makes a change in slices, several of them in one commit. */
  async makeInParts({ some, finish, isStopped }: WorkInParts): Promise<void> {
    let isAll = false
    do {
      this.#file.begin()
      const endPart = () => {
        this.#endPart = undefined
        this.#orUndo(() => {
          finish(isAll)
          this.#file.commit()
        })
        this.#committed(isAll)
      }
      this.#endPart = endPart
      const enough = processorMs() + partMs
      const slice = (isLate: () => boolean) => {
        isAll = this.#orUndo(() => some(isLate))
        return isAll || processorMs() > enough
      }
      await inSlices({ some: slice, isStopped })
      // A commit takes as long as a slice: requests are served between the last slice and it.
      await yieldToEventLoop()
      // The part was ended by the code that closes the world.
      if (this.#endPart !== endPart) return
      endPart()
      if (!isAll) await yieldToEventLoop()
    } while (!isAll && !isStopped())
  }

  /**
   * Ends the current part, for example on a stop: a part is committed, an all-or-nothing change is
   * rolled back.
   */
  end(): void {
    this.#endPart?.()
  }

  #orUndo<Result>(change: () => Result): Result {
    try {
      return change()
    } catch (error) {
      this.#endPart = undefined
      this.#file.undo()
      throw error
    }
  }
}

import type { WorldDatabase } from '../../store/world-database.ts'
import { processorMs } from '../../time/clock.ts'
import { inSlices, type SlicedWork, yieldToEventLoop } from './slices.ts'

/**
 * How long slices work before what they wrote is committed together, milliseconds of processor
 * time: a commit writes every page that changed, and the same ones change in slice after slice.
 * Five times as many commits make a month of background traffic a sixth dearer, and none much shorter.
 */
const partMs = 1000

/** Work on a world's file that may take long. */
export interface WorkInParts extends SlicedWork {
  /**
   * Makes what was done so far a whole world.
   * @param isAll whether all is done
   */
  finish(isAll: boolean): void
}

/** Work on a world's file that may take long, of which all is done or nothing. */
export interface WholeWork<Made, Result> {
  /**
   * Some of the work.
   * @param isLate whether it is time to end the slice
   * @returns what all of it comes to; undefined while more is to be done
   */
  some(isLate: () => boolean): Made | undefined
  /** The last of it. */
  finish(made: Made): Result
}

/** The changes of a world's own file, each committed whole or not at all. */
export class Commits {
  readonly #file: WorldDatabase
  readonly #committed: () => void
  /** Ends what slices have written so far, by a commit or by undoing it; undefined when none have. */
  #endPart: (() => void) | undefined

  /** @param committed told after each commit */
  constructor(file: WorldDatabase, committed: () => void) {
    this.#file = file
    this.#committed = committed
  }

  /** A change at once. */
  make<Result>(change: () => Result): Result {
    this.end()
    this.#file.begin()
    const result = this.#orUndo(() => {
      const made = change()
      this.#file.commit()
      return made
    })
    this.#committed()
    return result
  }

  /** A change in slices that is one commit, or none where the world is closed meanwhile. */
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
    // A commit of much takes as long as several slices.
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
    this.#committed()
    return result
  }

  /** A change in slices, several of them a commit. */
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
        this.#committed()
      }
      this.#endPart = endPart
      const enough = processorMs() + partMs
      const slice = (isLate: () => boolean) => {
        isAll = this.#orUndo(() => some(isLate))
        return isAll || processorMs() > enough
      }
      await inSlices({ some: slice, isStopped })
      // Somebody else has ended it, who closes the world.
      if (this.#endPart !== endPart) return
      endPart()
      if (!isAll) await yieldToEventLoop()
    } while (!isAll && !isStopped())
  }

  /** Ends what slices are at, as when they are stopped: a part is committed, what is all or nothing undone. */
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

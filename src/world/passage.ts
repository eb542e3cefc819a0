import { monotonicMs } from '../clock.ts'
import type { Life } from '../simulator/life.ts'
import type { OwnFile } from '../store/own-file.ts'

/** How long a world is busy before it lets others be answered, milliseconds. */
const sliceMs = 40

/** How a passage is written down, slice by slice. */
export interface PassageNotes {
  /** Part of the transaction of each slice. @param reached epoch seconds */
  note(reached: number): void
  /** After each commit. */
  committed(): void
  /** Whether to stop between two slices. */
  isStopped(): boolean
}

/**
 * Lets time pass for a life: everything due up to `until` happens, in slices, each of them a whole
 * world and a transaction of its own; other work of the process is done in between.
 * @returns how far it came, epoch seconds: `until` unless it was stopped
 */
export async function letPass(
  life: Life,
  file: OwnFile,
  until: number,
  notes: PassageNotes,
): Promise<number> {
  let reached = Number.NaN
  for (;;) {
    const isDone = file.transaction(() => {
      const end = monotonicMs() + sliceMs
      while (life.nextTime() <= until) {
        reached = life.nextTime()
        life.step()
        // Steps of one time belong together: a slice ends where the next time begins.
        if (monotonicMs() > end && life.nextTime() > reached) break
      }
      const isAll = life.nextTime() > until
      if (isAll) {
        reached = until
        life.rest(until)
      }
      life.settle()
      notes.note(reached)
      return isAll
    })
    notes.committed()
    if (isDone) return reached
    await new Promise((resolve) => setImmediate(resolve))
    if (notes.isStopped()) return reached
  }
}

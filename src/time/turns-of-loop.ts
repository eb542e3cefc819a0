import { monotonicMs } from './clock.ts'

// The event loop belongs to the process, and so do its turns.
let turnBegan: number | undefined
const waiting: (() => void)[] = []

/** Returns the milliseconds since the first call of this function in the present turn of the loop. */
function msOfTurn(): number {
  const now = monotonicMs()
  if (turnBegan === undefined) {
    turnBegan = now
    setImmediate(() => {
      turnBegan = undefined
    })
  }
  return now - turnBegan
}

/** Milliseconds of a turn of the loop after which long work waits for another one. */
const longTurnMs = 40

/**
 * Tells whether the present turn of the loop has lasted long, so that work has to wait for another
 * one: `while (isLongTurn()) await turnOfLoop()`. Nothing may be awaited between this and the work.
 * Of many that resume together each would find a turn that has just begun.
 */
export const isLongTurn = (): boolean => msOfTurn() > longTurnMs

/**
 * Waits for a turn of the event loop of its own: of all that wait, one goes on in each turn, in
 * order. So requests are served meanwhile, however many long executions there are.
 */
export function turnOfLoop(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(resumeNext)
  })
}

function resumeNext(): void {
  // The one that goes on may wait again: it then stands behind all others.
  const next = waiting.shift()
  if (waiting.length > 0) setImmediate(resumeNext)
  next?.()
}

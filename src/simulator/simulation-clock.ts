/** What somebody who needs time asks of the life that they are part of. */
export interface SimulationClock {
  /** Up to when everything due has happened, epoch seconds. */
  now(): number
  /** Lets everything happen that is due up to a time, and notes that it has. */
  passTo(time: number): void
}

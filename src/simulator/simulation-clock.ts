/** Clock of the simulation, for code that may need to advance it. */
export interface SimulationClock {
  /** Returns the time up to which everything due has happened, epoch seconds. */
  now(): number
  /** Runs everything due up to a time, and notes the progress. */
  passTo(time: number): void
}

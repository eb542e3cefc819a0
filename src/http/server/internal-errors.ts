/**
 * Exceptions that no response can report: in event handlers, timers and streams. They are logged
 * and counted, and the process goes on.
 */
export interface InternalErrors {
  readonly count: number
  report(error: unknown): void
  /** Wraps a listener or task so that it reports its errors. @param otherwise runs after that */
  guard<Arguments extends unknown[]>(
    task: (...given: Arguments) => void,
    otherwise?: (...given: Arguments) => void,
  ): (...given: Arguments) => void
  /** Sets the target of reports; before, they are only counted. */
  logTo(log: (error: unknown) => void): void
}

/**
 * Creates the sink of a process.
 * @param forward sends an error to the process that counts and logs it; by default this one does
 */
export function createInternalErrors(forward?: (error: unknown) => void): InternalErrors {
  let count = 0
  let log: (error: unknown) => void = () => {}

  const report = (error: unknown): void => {
    if (forward) {
      forward(error)
      return
    }
    count++
    log(error)
  }
  return {
    get count() {
      return count
    },
    report,
    guard:
      (task, otherwise) =>
      (...given) => {
        try {
          task(...given)
        } catch (error) {
          report(error)
          otherwise?.(...given)
        }
      },
    logTo(next) {
      log = next
    },
  }
}

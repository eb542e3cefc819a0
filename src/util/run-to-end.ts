/** Runs a generator to its end without a pause; returns its return value. */
export function runToEnd<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const next = steps.next()
    if (next.done) return next.value
  }
}

/** Work that yields between its parts, so that requests are served meanwhile. */
export type InParts<Result> = Generator<undefined, Result>

/** Runs work to its end without a pause; returns its result. */
export function runToEnd<Result>(steps: InParts<Result>): Result {
  for (;;) {
    const next = steps.next()
    if (next.done) return next.value
  }
}

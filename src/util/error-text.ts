/**
 * Returns the reason why a request has no response: the message of `fetch` itself says only that it
 * failed.
 */
export const failureText = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error
    ? failureText(error.cause)
    : errorText(error)

/** Returns the message of anything that was thrown, without the name of its class. */
export const errorText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

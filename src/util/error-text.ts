/**
 * Returns the reason why a request has no response. The message of `fetch` itself says only that it
 * failed, and that of attempts at several addresses is empty.
 */
export function noResponseReason(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map(noResponseReason).join(', ')
  return error instanceof Error && error.cause instanceof Error
    ? noResponseReason(error.cause)
    : errorText(error)
}

/** Returns the message of anything that was thrown, without the name of its class. */
export const errorText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

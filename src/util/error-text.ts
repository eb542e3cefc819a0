/** Returns the message of anything that was thrown, without the name of its class. */
export const errorText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Waits until the event loop has run what is pending, so that requests are served meanwhile. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

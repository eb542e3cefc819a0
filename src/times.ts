/** ISO 8601 in UTC, with milliseconds only where there are some. */
export const timeText = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z')

/** The same of epoch seconds. */
export const secondsText = (seconds: number): string => timeText(seconds * 1000)

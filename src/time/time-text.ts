/** Formats a time in ISO 8601 in UTC; milliseconds appear only when they are not zero. */
export const timeText = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z')

/** Formats epoch seconds in the same way. */
export const secondsText = (seconds: number): string => timeText(seconds * 1000)

const day = '\\d{4}-\\d{2}-\\d{2}'
const minutes = '(?:[01]\\d|2[0-3]):[0-5]\\d'
const zone = `(?:Z|[+-]${minutes})`

/**
 * Pattern of a date with a time as people write it: with or without a fraction, in UTC or with an
 * offset.
 */
export const timeForm = `${day}T${minutes}:[0-5]\\d(?:\\.\\d{1,9})?${zone}`

const anyTime = new RegExp(`^(?:${day}|${day}T${minutes}${zone}|${timeForm})$`)

/**
 * Parses a time in ISO 8601 into milliseconds since 1970. A date alone means its midnight in UTC.
 * @returns undefined for another text, and for a day that does not exist
 */
export function msOfTime(text: string): number | undefined {
  if (!anyTime.test(text)) return undefined
  // Date.parse reads the thirtieth of February as the second of March.
  const date = text.slice(0, 10)
  const midnight = Date.parse(date)
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== date)
    return undefined
  return Date.parse(text)
}

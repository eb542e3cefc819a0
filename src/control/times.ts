import { badValue } from './control-error.ts'

/**
 * Milliseconds since 1970.
 * @param pointer where the text stands, for the refusal
 * @throws ControlError for a text that is no time in UTC
 */
export function timeMs(pointer: string, text: string): number {
  const form = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z)?$/
  const ms = form.test(text) ? Date.parse(text) : Number.NaN
  // Date.parse takes the thirtieth of February for the second of March.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text.slice(0, 10))
    throw badValue(pointer, text, 'a time in UTC such as 2026-01-16T12:00:00Z')
  return ms
}

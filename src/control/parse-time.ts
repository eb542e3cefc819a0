import { msOfTime } from '../time/time-text.ts'
import { badValue } from './control-error.ts'

/**
 * Parses a time to milliseconds since 1970.
 * @param pointer place of the text, for the refusal
 * @throws ControlError for a text that is no time
 */
export function timeMs(pointer: string, text: string): number {
  const ms = msOfTime(text)
  if (ms === undefined) throw badValue(pointer, text, 'a time such as 2026-01-16T12:00:00Z')
  return ms
}

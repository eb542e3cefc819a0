import { msOfTime } from '../time/times.ts'
import { badValue } from './control-error.ts'

/**
 * Milliseconds since 1970.
 * @param pointer where the text stands, for the refusal
 * @throws ControlError for a text that is no time
 */
export function timeMs(pointer: string, text: string): number {
  const ms = msOfTime(text)
  if (ms === undefined) throw badValue(pointer, text, 'a time such as 2026-01-16T12:00:00Z')
  return ms
}

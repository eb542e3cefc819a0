import { durationForm, durationMs } from '../../time/durations.ts'
import { msOfTime } from '../../time/time-text.ts'
import { Refusal } from './refusal.ts'

/**
 * Returns the whole seconds of a duration.
 * @throws Refusal for an invalid duration
 */
export function secondsOf(field: string, duration: string): number {
  const ms = durationMs(duration)
  if (ms === undefined || ms < 1000)
    throw Refusal.bad(field, `${durationForm}, of at least one second`)
  return Math.floor(ms / 1000)
}

/**
 * Returns the epoch seconds of a time since 1970, rounded down.
 * @throws Refusal for a day that does not exist
 */
export function timeOf(field: string, text: string): number {
  const ms = msOfTime(text)
  if (ms === undefined || ms < 0)
    throw Refusal.bad(field, 'a valid time since 1970 such as 2026-01-15T12:00:00Z')
  return Math.floor(ms / 1000)
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Time between an attempt and the next one, by the number of the attempt. */
const intervalsMs: readonly number[] = [
  10 * second,
  minute,
  5 * minute,
  10 * minute,
  30 * minute,
  2 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
]

/** Failures that end a webhook: so many messages failed their first two attempts. G-224 */
export const maxRetried = 6

/** Attempts after which a failed message counts towards {@link maxRetried}. */
export const attemptsUntilRetried = 2

/** Milliseconds of process time that an attempt may take. */
export const attemptTimeoutMs = 10 * second

/**
 * Returns when the next attempt is due, milliseconds of the world's clock; undefined after the last.
 * @param attempt number of the failed attempt, from 1
 * @param endedMs when it ended
 */
export function nextDue(attempt: number, endedMs: number): number | undefined {
  const interval = intervalsMs[attempt - 1]
  return interval === undefined ? undefined : endedMs + interval
}

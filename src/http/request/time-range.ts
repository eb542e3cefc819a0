import { badRequest } from '../response/errors.ts'

/** Time range that includes both ends (G-28); an absent end is open. */
export interface TimeRange {
  readonly startTimestamp?: number | undefined
  readonly endTimestamp?: number | undefined
}

/**
 * Checks a time range.
 * @throws 400 for a range that ends before it starts, as for ranges of blocks (G-29)
 */
export function checkTimeRange({ startTimestamp, endTimestamp }: TimeRange): void {
  if (startTimestamp !== undefined && endTimestamp !== undefined && startTimestamp > endTimestamp)
    throw badRequest(
      `startTimestamp ${startTimestamp} must not be after endTimestamp ${endTimestamp}`,
    )
}

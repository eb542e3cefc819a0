/** Percent of its time that a validator has to be online to be rewarded, until Helicon. */
export const rewardedUptime = 80

/**
 * SQL for the percent of the time since the start of a validation in which its node was online,
 * with two places, rounded down.
 * @param alias of the row of `staking_period`
 * @param time SQL for epoch seconds, not before the start; its first second counts as over
 */
export function uptimeSql(alias: string, time: string): string {
  // What is bound is no integer for SQLite.
  const elapsed = `CAST(max(1, ${time} - ${alias}.start_timestamp) AS INTEGER)`
  const offline = `(${elapsed} / ${alias}.outage_interval * ${alias}.outage_length
    + min(${alias}.outage_length,
          max(0, ${elapsed} % ${alias}.outage_interval - ${alias}.outage_start)))`
  return `(10000 * (${elapsed} - ${offline}) / ${elapsed} / 100.0)`
}

/** Minimum uptime in percent for a validator to be rewarded, until Helicon. */
export const rewardedUptime = 80

/**
 * Returns SQL for the percentage of time since the start of a validation in which its node was
 * online, with two decimal places, rounded down.
 * @param alias name of the row of `staking_period`
 * @param time SQL for epoch seconds, not before the start; its first second counts as elapsed
 */
export function uptimeSql(alias: string, time: string): string {
  // SQLite does not treat a bound value as an integer.
  const elapsed = `CAST(max(1, ${time} - ${alias}.start_timestamp) AS INTEGER)`
  const offline = `(${elapsed} / ${alias}.outage_interval * ${alias}.outage_length
    + min(${alias}.outage_length,
          max(0, ${elapsed} % ${alias}.outage_interval - ${alias}.outage_start)))`
  return `(10000 * (${elapsed} - ${offline}) / ${elapsed} / 100.0)`
}

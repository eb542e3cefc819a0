import { primaryNetworkId } from '../../../networks/constants.ts'
import { uptimeSql } from '../../../store/uptime-sql.ts'

/*
 * SQL about a row of `staking_period` that is no delegation, by the alias of the row. `:now` is the
 * world's time in epoch seconds. -1 stands for what a validation does not have.
 */

/** A validator of the primary network takes delegations up to a weight, nAVAX. */
const maxWeight = (alias: string) => `min(5 * ${alias}.weight, 3000000000000000)`

/** Height and time of the block that ended it. */
const endingTime = (alias: string) => `
  (SELECT timestamp FROM primary_block
   WHERE network = ${alias}.network AND chain = 'P' AND height = ${alias}.end_height)`

/** G-118 */
export const statusOf = (alias: string) => `
  CASE WHEN ${alias}.kind = 'appointed' AND ${endingTime(alias)} < ${alias}.end_timestamp
       THEN 'removed'
       WHEN :now < ${alias}.start_timestamp THEN 'pending'
       WHEN :now < ${alias}.end_timestamp THEN 'active'
       ELSE 'completed' END`

/** As {@link statusOf} has it: what was not ended by a block before its time has no end yet. */
const whileActive = (alias: string, value: string) => `
  iif(${alias}.end_height IS NULL
      AND ${alias}.start_timestamp <= :now AND :now < ${alias}.end_timestamp, ${value}, -1)`

/** What can still be delegated, nAVAX, while a validator of the primary network is active. */
export const capacityOf = (alias: string) =>
  whileActive(
    alias,
    `iif(${alias}.subnet_id = '${primaryNetworkId}',
       max(0, ${maxWeight(alias)} - ${alias}.weight - (
         SELECT CAST(running_weight AS INTEGER) FROM validator_delegations
         WHERE validator_seq = ${alias}.tx_seq)),
       -1)`,
  )

/** Seconds that it still has. */
export const timeRemainingOf = (alias: string) =>
  whileActive(alias, `${alias}.end_timestamp - :now`)

/** Percent of the reward of delegations; of validators of the primary network. */
export const feeOf = (alias: string) =>
  `iif(${alias}.subnet_id = '${primaryNetworkId}', ${alias}.shares / 10000.0, -1)`

/** Percent of its time until now in which the node was online, with two places. G-119 */
export const uptimeOf = (alias: string) => whileActive(alias, uptimeSql(alias, ':now'))

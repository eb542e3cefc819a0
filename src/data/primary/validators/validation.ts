import { primaryNetworkId } from '../../../networks/constants.ts'
import { uptimeSql } from '../../../store/uptime-sql.ts'

/*
 * SQL about a row of `staking_period` that is no delegation, by the alias of the row. `:now` is the
 * world's time in epoch seconds. -1 stands for a value that a validation does not have.
 */

/**
 * Builds SQL for the maximum weight of a validator of the primary network with delegations, in
 * nAVAX.
 */
const maxWeight = (alias: string) => `min(5 * ${alias}.weight, 3000000000000000)`

/** Builds SQL for the time of the block that ended the period. */
const endingTime = (alias: string) => `
  (SELECT timestamp FROM primary_block
   WHERE network = ${alias}.network AND chain = 'P' AND height = ${alias}.end_height)`

/** Builds SQL for the status. G-118 */
export const statusOf = (alias: string) => `
  CASE WHEN ${alias}.kind = 'appointed' AND ${endingTime(alias)} < ${alias}.end_timestamp
       THEN 'removed'
       WHEN :now < ${alias}.start_timestamp THEN 'pending'
       WHEN :now < ${alias}.end_timestamp THEN 'active'
       ELSE 'completed' END`

/**
 * Builds SQL for a value that only an active validation has. As in {@link statusOf}, a period that
 * no block ended early has no end yet.
 */
const whileActive = (alias: string, value: string) => `
  iif(${alias}.end_height IS NULL
      AND ${alias}.start_timestamp <= :now AND :now < ${alias}.end_timestamp, ${value}, -1)`

/**
 * Builds SQL for the weight that can still be delegated, in nAVAX, to an active validator of the
 * primary network.
 */
export const capacityOf = (alias: string) =>
  whileActive(
    alias,
    `iif(${alias}.subnet_id = '${primaryNetworkId}',
       max(0, ${maxWeight(alias)} - ${alias}.weight - (
         SELECT CAST(running_weight AS INTEGER) FROM validator_delegations
         WHERE validator_seq = ${alias}.tx_seq)),
       -1)`,
  )

/** Builds SQL for the remaining seconds. */
export const timeRemainingOf = (alias: string) =>
  whileActive(alias, `${alias}.end_timestamp - :now`)

/**
 * Builds SQL for the end in epoch seconds. It has the order of the remaining times, and does not
 * change while time passes.
 */
export const activeUntil = (alias: string) => whileActive(alias, `${alias}.end_timestamp`)

/**
 * Builds SQL for the fee: percent of the reward of delegations, for validators of the primary
 * network.
 */
export const feeOf = (alias: string) =>
  `iif(${alias}.subnet_id = '${primaryNetworkId}', ${alias}.shares / 10000.0, -1)`

/** Builds SQL for the uptime: percent of the elapsed period, with two places. G-119 */
export const uptimeOf = (alias: string) => whileActive(alias, uptimeSql(alias, ':now'))

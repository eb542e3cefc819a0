import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import { rewardedUptime, uptimeSql } from '../../store/uptime-sql.ts'
import { indexBy } from '../../util/grouping.ts'
import type { Rule } from '../rule.ts'
import { idsOf } from './primary-transactions.ts'
import type { Stake } from './stakes.ts'
import { staking } from './staking-replay.ts'

/**
 * The uptime of a validator and the reward of its stake are consistent. A rewarded one showed at
 * least 80 % at the end, an unrewarded one less. A running stake shows the value that fits its end.
 */
export const validatorUptimes: Rule = {
  name: 'validator-uptimes',
  check(world, findings) {
    const rows = indexBy(
      world.all(selectUptimes, { now: world.now }),
      ({ network, tx_id }) => `${network} ${tx_id}`,
    )
    const validations = staking(world)
      .flatMap(({ stakes }) => stakes)
      .filter(({ kind, start }) => kind === 'validator' && start <= world.now)
    findings.each(
      validations,
      ({ transaction, nodeId }) => [...idsOf(transaction), nodeId],
      function* ({ network, transaction, ending }: Stake) {
        const row = rows.get(`${network} ${transaction.tx_id}`)
        if (!row) return yield 'has no uptime'
        const isRewarded = ending ? ending.isRewarded : row.has_low_uptime === 0
        if (isRewarded && row.uptime < rewardedUptime)
          yield `was rewarded with an uptime of ${row.uptime} %, below ${rewardedUptime} %`
        if (!isRewarded && row.uptime >= rewardedUptime)
          yield `was not rewarded with an uptime of ${row.uptime} %, which is ${rewardedUptime} % or more`
        if (row.uptime < 0 || row.uptime > 100)
          yield `has an uptime of ${row.uptime} %, not from 0 to 100 %`
      },
    )
  },
}

interface Row {
  network: Network
  tx_id: string
  has_low_uptime: 0 | 1
  /** Percent, at the end of the stake or now. */
  uptime: number
}

const selectUptimes = statement<{ now: number }, Row>(`
  SELECT network, tx_id, has_low_uptime, ${uptimeSql('v', 'min(v.end_timestamp, :now)')} AS uptime
  FROM staking_period AS v WHERE kind = 'validator'`)

import { statement } from '../../store/statement.ts'
import { groupBy, indexBy } from '../../util/grouping.ts'
import { differences } from '../compare.ts'
import type { Rule } from '../rule.ts'
import { idsOf } from './primary-transactions.ts'
import { type Stake, sharesOf } from './stakes.ts'
import { staking } from './staking-replay.ts'

/** Sums of delegations equal those of each validator's delegations. */
export const validatorDelegations: Rule = {
  name: 'validator-delegations',
  check(world, findings) {
    const rows = indexBy(world.all(selectSums, {}), ({ validator_seq }) => validator_seq)
    for (const replay of staking(world)) {
      const isBegun = ({ kind, startHeight }: Stake) =>
        kind === 'delegator' && startHeight !== undefined
      const byNode = groupBy(replay.stakes.filter(isBegun), subnetAndNode)
      const fees = groupBy(
        replay.payments.filter(({ type }) => type === 'VALIDATOR_FEE'),
        ({ stake }) => stake,
      )
      findings.each(
        replay.stakes.filter(({ kind }) => kind === 'validator'),
        ({ transaction, nodeId }) => [...idsOf(transaction), nodeId],
        function* (validator) {
          const row = rows.get(validator.transaction.seq)
          if (!row) return yield 'has no row of delegation sums'
          const own = (byNode.get(subnetAndNode(validator)) ?? []).filter(
            ({ start }) => validator.start <= start && start < validator.end,
          )
          const running = own.filter(({ endHeight }) => endHeight === undefined)
          yield* differences(row, {
            begun: own.length,
            begun_weight: sumOf(own, ({ weight }) => weight),
            running: running.length,
            running_weight: sumOf(running, ({ weight }) => weight),
            running_fees: sumOf(running, ({ reward, shares }) => sharesOf(reward, shares).fee),
            paid_fees: sumOf(
              own.flatMap((stake) => fees.get(stake) ?? []),
              ({ amount }) => amount,
            ),
          })
        },
      )
    }
    const validators = new Set(
      staking(world).flatMap(({ stakes }) =>
        stakes.filter(({ kind }) => kind === 'validator').map(({ transaction }) => transaction.seq),
      ),
    )
    findings.unexpected(
      [...rows.keys()].filter((seq) => !validators.has(seq)),
      (seq) => [String(seq)],
      'is the key of delegation sums, but of no stake of a validator',
    )
  },
}

const subnetAndNode = ({ subnetId, nodeId }: Stake) => `${subnetId} ${nodeId}`

const sumOf = <Thing>(things: readonly Thing[], amountOf: (thing: Thing) => bigint): bigint =>
  things.reduce((sum, thing) => sum + amountOf(thing), 0n)

const selectSums = statement<Record<string, never>, { validator_seq: number }>(
  'SELECT * FROM validator_delegations',
)

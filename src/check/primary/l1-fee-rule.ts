import { type FeeDay, l1FeeDays, l1FeesCharged } from '../../store/l1-fees.ts'
import type { CheckedWorld, Rule } from '../rule.ts'
import { idText } from '../texts.ts'
import { type L1Validator, l1Validators } from './l1-replay.ts'

/**
 * The charge of an L1 validator is its deposits minus returned and remaining amounts, so never more
 * than it had. The daily fees sum up to that, for each validator and for its network.
 */
export const l1Fees: Rule = {
  name: 'l1-fees',
  check(world, findings) {
    for (const replay of l1Validators(world)) {
      // Blocks show the charges up to the last one.
      const reader: CheckedWorld = { now: replay.time, all: (...args) => world.all(...args) }
      const paid = new Map<L1Validator, { charged: bigint; had: bigint }>(
        replay.all.map((validator) => [
          validator,
          { charged: -replay.balanceOf(validator, replay.time), had: 0n },
        ]),
      )
      for (const { validator, change = 0n } of replay.changes) {
        const sums = paid.get(validator)
        if (!sums) continue
        sums.charged += change
        if (change > 0n) sums.had += change
      }
      const { network } = replay
      findings.each(
        paid,
        ([{ registration }]) => [idText(registration.validationId)],
        function* ([{ registration }, { charged, had }]) {
          const validationId = idText(registration.validationId)
          const days = cumulative(l1FeeDays(reader, { network, validationId }))
          if (days !== charged) yield `its daily fees sum to ${days} nAVAX, not ${charged}`
          if (days > had) yield `is charged ${days} nAVAX, but had only ${had}`
        },
      )
      const all = [...paid.values()].reduce((sum, { charged }) => sum + charged, 0n)
      findings.each(
        [network],
        () => [network],
        function* () {
          const days = cumulative(l1FeeDays(reader, { network }))
          const rows = l1FeesCharged(reader, network)
          if (days !== all) yield `the daily fees sum to ${days} nAVAX, not ${all}`
          if (rows !== all) yield `the fees of L1 validators are ${rows} nAVAX, not ${all}`
        },
      )
    }
  },
}

/** Returns the nAVAX up to the last day. */
const cumulative = (days: ReadonlyMap<number, FeeDay>): bigint =>
  [...days.values()].at(-1)?.cumulative ?? 0n

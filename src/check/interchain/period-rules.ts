import { statement } from '../../store/statement.ts'
import { intervals, startOf } from '../../time/calendar.ts'
import type { Rule } from '../rule.ts'
import { deliveries, messages } from './messages.ts'

/** The periods count the messages of each hour, day, week and month, by their chains. */
export const icmPeriods: Rule = {
  name: 'icm-periods',
  check(world, findings) {
    const expected = new Map<string, number>()
    for (const message of messages(world)) {
      const { network, seq, source_blockchain_id, destination_blockchain_id } = message
      const time = message.source_timestamp ?? deliveries(world).get(seq)?.timestamp ?? 0
      for (const interval of intervals) {
        const start = startOf(interval, time)
        const key = keyOf({
          ...{ network, interval, start, source_blockchain_id, destination_blockchain_id },
        })
        expected.set(key, (expected.get(key) ?? 0) + 1)
      }
    }
    const rows = world.all(selectPeriods, {})
    findings.each(
      rows,
      (row) => keyOf(row).split(' '),
      function* (row) {
        const count = expected.get(keyOf(row)) ?? 0
        if (row.messages !== count) yield `has ${row.messages} messages, not ${count}`
      },
    )
    const present = new Set(rows.map(keyOf))
    const missing = [...expected.keys()].filter((key) => !present.has(key))
    findings.unexpected(missing, (key) => key.split(' '), 'is a period without a row')
  },
}

interface PeriodKey {
  network: string
  interval: string
  /** Epoch seconds. */
  start: number
  source_blockchain_id: string
  destination_blockchain_id: string
}
const keyOf = (period: PeriodKey) =>
  [
    period.network,
    period.interval,
    period.start,
    period.source_blockchain_id,
    period.destination_blockchain_id,
  ].join(' ')

const selectPeriods = statement<Record<string, never>, PeriodKey & { messages: number }>(
  'SELECT * FROM icm_period',
)

import { getIcmSummary } from '../../../schemas/metrics/icm.ts'
import { route } from '../../http/route.ts'
import { statement } from '../../store/statement.ts'
import { perRevision } from '../../world/per-revision.ts'
import type { World } from '../../world/world.ts'
import { allWindows, cutsAfter, eachWindow } from '../series/windows.ts'
import {
  type ChainPair,
  filterOf,
  groupOf,
  groupsOf,
  type IcmFilter,
  type IcmQuery,
  keyOf,
  ofAnyNetwork,
  type PairOfNetwork,
  passes,
  passesFilter,
} from './groups.ts'

/** `GET /v2/icm/summary`: with groupBy, of the group that has the most messages of all time. G-134 */
export const getIcmSummaryRoute = route(getIcmSummary, (world, { query }) => {
  const groups = groupsOf(world, query)
    .map((group) => ({ group, key: keyOf(group) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const total = countsAfter(world, query, -1)
  const most = groups.reduce<(typeof groups)[number] | undefined>(
    (found, each) =>
      found && (total.get(found.key) ?? 0) >= (total.get(each.key) ?? 0) ? found : each,
    undefined,
  )
  const group = most?.group ?? groupOf(query, nowhere)
  return {
    result: {
      ...group,
      ...eachWindow(
        allWindows,
        world.now,
        (time) => countsAfter(world, query, time).get(keyOf(group)) ?? 0,
      ),
    },
  }
})

const nowhere: ChainPair = { source_blockchain_id: '', destination_blockchain_id: '' }

/** Messages of each group after a time, epoch seconds: single ones, of hours, days and months. */
function countsAfter(world: World, query: IcmQuery, time: number): Map<string, number> {
  const { from, hour, day, month } = cutsAfter(time)
  const filter = filterOf(query)
  const counts = new Map<string, number>()
  const add = (pair: ChainPair, messages: number) => {
    const key = keyOf(groupOf(query, pair))
    counts.set(key, (counts.get(key) ?? 0) + messages)
  }
  const cuts = { first: keyAt(from), end: keyAt(hour), hour, day, month }
  for (const row of world.all(selectCounts, { ...filter, ...cuts })) add(row, row.messages)
  const isAsked = passes(filter)
  for (const row of monthsOfPairs(world))
    if (row.start >= month && isAsked(row)) add(row, row.messages)
  return counts
}

/** The first key that a message of a second can have, which is made of the time. */
const keyAt = (time: number) => Math.max(0, time - Date.UTC(2020, 0, 1) / 1000) * 2 * 1024

const sumOfPeriods = (interval: string, from: string, end: string) => `
  SELECT source_blockchain_id, destination_blockchain_id, sum(messages)
  FROM icm_period
  WHERE ${ofAnyNetwork} AND interval = '${interval}' AND start >= ${from} AND start < ${end}
    AND ${passesFilter}
  GROUP BY source_blockchain_id, destination_blockchain_id`

const selectCounts = statement<
  IcmFilter & { first: number; end: number; hour: number; day: number; month: number },
  ChainPair & { messages: number }
>(`
  SELECT source_blockchain_id, destination_blockchain_id, count(*) AS messages
  FROM icm_message
  WHERE seq >= :first AND seq < :end AND ${passesFilter}
  GROUP BY source_blockchain_id, destination_blockchain_id
  UNION ALL ${sumOfPeriods('hour', ':hour', ':day')}
  UNION ALL ${sumOfPeriods('day', ':day', ':month')}`)

interface MonthOfPair extends PairOfNetwork {
  start: number
  messages: number
}

/** What every window and every group sums up. */
const monthsOfPairs = perRevision((world) => world.all(selectMonths, {}))

const selectMonths = statement<Record<string, never>, MonthOfPair>(`
  SELECT network, source_blockchain_id, destination_blockchain_id, start, messages
  FROM icm_period
  WHERE ${ofAnyNetwork} AND interval = 'month'`)

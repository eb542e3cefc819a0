import { getIcmSummary } from '../../../schemas/metrics/icm.ts'
import { startOf } from '../../calendar.ts'
import { groupBy } from '../../grouping.ts'
import { route } from '../../http/route.ts'
import { statement } from '../../store/statement.ts'
import { daySeconds, hourSeconds } from '../../time-units.ts'
import { perRevision } from '../../world/per-revision.ts'
import type { World } from '../../world/world.ts'
import { eachWindow } from '../series/windows.ts'
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
      ...eachWindow(world.now, (time) => countsAfter(world, query, time).get(keyOf(group)) ?? 0),
    },
  }
})

const nowhere: ChainPair = { source_blockchain_id: '', destination_blockchain_id: '' }

/** Messages of each group after a time, epoch seconds: single ones, of hours and of days. */
function countsAfter(world: World, query: IcmQuery, time: number): Map<string, number> {
  const from = time + 1
  const hour = startOf('hour', from + hourSeconds - 1)
  const day = startOf('day', hour + daySeconds - 1)
  const counts = new Map<string, number>()
  const bindings = {
    ...filterOf(query),
    ...{ hour, day, first: keyAt(from), end: keyAt(hour) },
  }
  const add = (pair: ChainPair, messages: number) => {
    const key = keyOf(groupOf(query, pair))
    counts.set(key, (counts.get(key) ?? 0) + messages)
  }
  for (const row of world.all(selectCounts, bindings)) add(row, row.messages)
  const isAsked = passes(filterOf(query))
  for (const days of daysOfPairs(world)) {
    const [pair] = days
    const since = (sum: number, { start, messages }: DayOfPair) =>
      start < day ? sum : sum + messages
    if (isAsked(pair)) add(pair, days.reduce(since, 0))
  }
  return counts
}

/** The first key that a message of a second can have, which is made of the time. */
const keyAt = (time: number) => Math.max(0, time - Date.UTC(2020, 0, 1) / 1000) * 2 * 1024

const selectCounts = statement<
  IcmFilter & { hour: number; day: number; first: number; end: number },
  ChainPair & { messages: number }
>(`
  SELECT source_blockchain_id, destination_blockchain_id, count(*) AS messages
  FROM icm_message
  WHERE seq >= :first AND seq < :end AND ${passesFilter}
  GROUP BY source_blockchain_id, destination_blockchain_id
  UNION ALL
  SELECT source_blockchain_id, destination_blockchain_id, sum(messages)
  FROM icm_period
  WHERE ${ofAnyNetwork} AND interval = 'hour' AND start >= :hour AND start < :day
    AND ${passesFilter}
  GROUP BY source_blockchain_id, destination_blockchain_id`)

interface DayOfPair extends PairOfNetwork {
  start: number
  messages: number
}

/** Years of days, which every window and every group sums up. */
const daysOfPairs = perRevision((world) => [
  ...groupBy(
    world.all(selectDays, {}),
    (row) => `${row.network} ${row.source_blockchain_id} ${row.destination_blockchain_id}`,
  ).values(),
])

const selectDays = statement<Record<string, never>, DayOfPair>(`
  SELECT network, source_blockchain_id, destination_blockchain_id, start, messages
  FROM icm_period
  WHERE ${ofAnyNetwork} AND interval = 'day'`)

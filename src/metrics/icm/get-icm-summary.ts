import { getIcmSummary } from '../../../schemas/metrics/icm.ts'
import { route } from '../../http/rest/route.ts'
import { statement } from '../../store/statement.ts'
import { firstMessageKey } from '../../store/tables/icm.ts'
import { perRevision } from '../../world/per-revision.ts'
import { allWindows, cutsAfter, eachWindow } from '../series/windows.ts'
import {
  type ChainPair,
  filterOf,
  type Group,
  groupOf,
  type IcmFilter,
  type IcmQuery,
  keyOf,
  ofAnyNetwork,
  type PairOfNetwork,
  passes,
  passesFilter,
} from './groups.ts'

/** `GET /v2/icm/summary`: with groupBy, the group with the most messages of all time. G-134 */
export const getIcmSummaryRoute = route(getIcmSummary, (world, { query }) => {
  const months = monthsOfPairs(world).filter(passes(filterOf(query)))
  const group = largestGroup(query, months)
  const filter = {
    source: group.srcBlockchainId || null,
    destination: group.destBlockchainId || null,
    network: filterOf(query).network,
  }
  const isOfGroup = passes(filter)
  const own = months.filter(isOfGroup)
  const hasMessage = (from: number, to: number) =>
    world.get(selectMessage, { first: firstMessageKey(from), end: firstMessageKey(to + 1) }) !==
    undefined
  const messagesAfter = (time: number) => {
    const { from, hour, day, month } = cutsAfter(time, hasMessage)
    const cuts = { first: firstMessageKey(from), end: firstMessageKey(hour), hour, day, month }
    const beforeMonths = world.get(selectCount, { ...filter, ...cuts })?.messages ?? 0
    return own.reduce((sum, row) => (row.start < month ? sum : sum + row.messages), beforeMonths)
  }
  return { result: { ...group, ...eachWindow(allWindows, world.now, messagesAfter) } }
})

/**
 * Returns the largest group; of equal ones the first by its ids. Without any, it is that of the
 * request.
 */
function largestGroup(query: IcmQuery, months: readonly MonthOfPair[]): Group {
  const groups = new Map<string, { group: Group; messages: number }>()
  for (const row of months) {
    const group = groupOf(query, row)
    const key = keyOf(group)
    groups.set(key, { group, messages: (groups.get(key)?.messages ?? 0) + row.messages })
  }
  const [largest] = [...groups].sort(
    ([a, { messages: ofA }], [b, { messages: ofB }]) => ofB - ofA || (a < b ? -1 : 1),
  )
  return largest?.[1].group ?? groupOf(query, nowhere)
}

const nowhere: ChainPair = { source_blockchain_id: '', destination_blockchain_id: '' }

const selectMessage = statement<{ first: number; end: number }, { seq: number }>(
  'SELECT seq FROM icm_message WHERE seq >= :first AND seq < :end LIMIT 1',
)

const sumOfPeriods = (interval: string, from: string, end: string) => `
  SELECT sum(messages) AS messages
  FROM icm_period
  WHERE ${ofAnyNetwork} AND interval = '${interval}' AND start >= ${from} AND start < ${end}
    AND ${passesFilter}`

/** Statement for single messages, and those of hours and days. */
const selectCount = statement<
  IcmFilter & { first: number; end: number; hour: number; day: number; month: number },
  { messages: number }
>(`
  SELECT coalesce(sum(messages), 0) AS messages
  FROM (
    SELECT count(*) AS messages
    FROM icm_message
    WHERE seq >= :first AND seq < :end AND ${passesFilter}
    UNION ALL ${sumOfPeriods('hour', ':hour', ':day')}
    UNION ALL ${sumOfPeriods('day', ':day', ':month')})`)

interface MonthOfPair extends PairOfNetwork {
  start: number
  messages: number
}

/** Months that every window of every group sums. */
const monthsOfPairs = perRevision((world) => world.all(selectMonths, {}))

const selectMonths = statement<Record<string, never>, MonthOfPair>(`
  SELECT network, source_blockchain_id, destination_blockchain_id, start, messages
  FROM icm_period
  WHERE ${ofAnyNetwork} AND interval = 'month'`)

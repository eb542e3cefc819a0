import { getIcmTimeseries } from '../../../schemas/metrics/icm.ts'
import type { Input } from '../../../schemas/operation.ts'
import { checkTimeRange } from '../../http/request/time-range.ts'
import { openPage } from '../../http/rest/page.ts'
import { route } from '../../http/rest/route.ts'
import { statement } from '../../store/statement.ts'
import { hourSeconds } from '../../time/time-units.ts'
import type { World } from '../../world/world.ts'
import { memoizedPoints } from '../series/memoized-points.ts'
import { timeline } from '../series/timeline.ts'
import {
  type ChainPair,
  filterOf,
  type Group,
  groupOf,
  groupsOf,
  type IcmFilter,
  keyOf,
  ofAnyNetwork,
  pairsOf,
  passes,
  passesFilter,
} from './groups.ts'

/**
 * Number of groups with keys for one time: a token holds hours since 1970 and the place of a group.
 */
const groupsPerTime = 2 ** 20

/**
 * `GET /v2/icm/timeseries`: newest first, and within one time the group that began last. A group
 * that begins later has a place after the others, so that pages do not change. G-134
 */
export const getIcmTimeseriesRoute = route(getIcmTimeseries, (world, { query }) => {
  const { timeInterval: interval, startTimestamp, endTimestamp, groupBy } = query
  checkTimeRange(query)
  const filter = filterOf(query)
  const page = openPage(
    world,
    {
      operation: getIcmTimeseries,
      filters: [
        ...[filter.source, filter.destination, filter.network],
        ...[groupBy, interval, startTimestamp, endTimestamp],
      ],
      whenExpired: 'restart',
    },
    query,
  )
  const groups = groupsOf(world, query)
  const first = pairsOf(world).find(passes(filter))?.first
  const isFirstPage = page.key === Number.MAX_SAFE_INTEGER
  const seenHour = Math.floor(page.key / groupsPerTime) * hourSeconds
  const starts = timeline(world, {
    ...{ interval, first, startTimestamp, endTimestamp },
    ...(!isFirstPage && { before: seenHour + 1 }),
    // One more time is read, since an earlier page may have had the first.
    limit: Math.ceil(page.limit / Math.max(1, groups.length)) + 1,
  })
  const counts = memoizedCounts(world, JSON.stringify([filter, groupBy, interval]), starts, () =>
    countsOf(world, query, groups, starts),
  )
  const points = starts
    .flatMap((timestamp, i) =>
      groups
        .map((group, place) => ({
          key: (timestamp / hourSeconds) * groupsPerTime + place,
          point: { value: counts[i]?.[place] ?? 0, timestamp, ...group },
        }))
        .reverse(),
    )
    .filter(({ key }) => key < page.key)
  const { rows, next } = page.cut(points, ({ key }) => key)
  return { ...next, results: rows.map(({ point }) => point) }
})

/** Message counts of each group at each time. Each sums many pairs of chains. */
const memoizedCounts = memoizedPoints<readonly number[]>()

function countsOf(
  world: World,
  query: TimeseriesQuery,
  groups: readonly Group[],
  starts: readonly number[],
): number[][] {
  const [newest = 0] = starts
  const oldest = starts.at(-1) ?? 0
  const places = new Map(groups.map((group, place) => [keyOf(group), place]))
  const counts = new Map(starts.map((start) => [start, groups.map(() => 0)]))
  const select = query.groupBy ? countsBy[query.groupBy] : countsOfAll
  const bindings = { ...filterOf(query), interval: query.timeInterval, newest, oldest }
  for (const row of world.all(select, bindings)) {
    const place = places.get(keyOf(groupOf(query, row)))
    const ofTime = counts.get(row.start)
    if (place !== undefined && ofTime) ofTime[place] = row.messages
  }
  return [...counts.values()]
}

type TimeseriesQuery = Input<typeof getIcmTimeseries>['query']

/** Sums by time and the distinguishing ids, so that there are few rows to read. */
const counts = (...ids: readonly (keyof ChainPair)[]) => {
  const columnOf = (id: keyof ChainPair) => (ids.includes(id) ? id : `'' AS ${id}`)
  return statement<
    IcmFilter & { interval: string; newest: number; oldest: number },
    ChainPair & { start: number; messages: number }
  >(`
  SELECT start, ${columnOf('source_blockchain_id')}, ${columnOf('destination_blockchain_id')},
    sum(messages) AS messages
  FROM icm_period
  WHERE ${ofAnyNetwork} AND interval = :interval
    AND start BETWEEN :oldest AND :newest AND ${passesFilter}
  GROUP BY ${['start', ...ids].join()}`)
}

const countsOfAll = counts()
const countsBy = {
  srcBlockchainId: counts('source_blockchain_id'),
  destBlockchainId: counts('destination_blockchain_id'),
  'srcBlockchainId,destBlockchainId': counts('source_blockchain_id', 'destination_blockchain_id'),
}

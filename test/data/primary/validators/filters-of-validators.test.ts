import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { startServer } from '../../../support/server.ts'
import { networks, wholeList, withQuery } from '../lists.ts'
import { orders, path, rankOf, type Validator } from './validations.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const list = (url: string) => wholeList<Validator>(server, url, 'validators')

interface Filter {
  parts?: string[] | null
  status?: string | null
  subnetId?: string | null
  capacity?: Range
  time?: Range
  fee?: Range
  uptime?: Range
}
type Range = [least: number | null, most: number | null]
interface Listing {
  sortBy: string
  sortOrder: string
  pageSize: number
}
const whole: Range = [null, null]

function isShown(it: Validator, filter: Filter): boolean {
  const { parts, status, subnetId } = filter
  const isWithin = (sortBy: string, [least, most]: Range = whole) => {
    const value = rankOf[sortBy]?.(it) ?? -1
    return value >= (least ?? (most === null ? -1 : 0)) && value <= (most ?? Infinity)
  }
  return (
    (!parts || parts.some((part) => it.nodeId.includes(part))) &&
    (!status || status === it.validationStatus) &&
    (!subnetId || subnetId === it.subnetId) &&
    isWithin('delegationCapacity', filter.capacity) &&
    isWithin('timeRemaining', filter.time) &&
    isWithin('delegationFee', filter.fee) &&
    isWithin('uptimePerformance', filter.uptime)
  )
}

const queryOf = ({ parts, status, subnetId, ...ranges }: Filter) => ({
  nodeIds: parts?.join(),
  validationStatus: status ?? undefined,
  subnetId: subnetId ?? undefined,
  minDelegationCapacity: ranges.capacity?.[0] ?? undefined,
  maxDelegationCapacity: ranges.capacity?.[1] ?? undefined,
  minTimeRemaining: ranges.time?.[0] ?? undefined,
  maxTimeRemaining: ranges.time?.[1] ?? undefined,
  minFeePercentage: ranges.fee?.[0] ?? undefined,
  maxFeePercentage: ranges.fee?.[1] ?? undefined,
  minUptimePerformance: ranges.uptime?.[0] ?? undefined,
  maxUptimePerformance: ranges.uptime?.[1] ?? undefined,
})

/** Compares a filtered list with the whole one, which is in the default order. */
async function expectFiltered(network: string, all: Validator[], filter: Filter, listing: Listing) {
  const value = rankOf[listing.sortBy] ?? (() => 0)
  const expected = all.filter((it) => isShown(it, filter)).toSorted((a, b) => value(b) - value(a))
  const found = await list(withQuery(path(network), { ...queryOf(filter), ...listing }))
  expect(listing.sortOrder === 'asc' ? found.reverse() : found).toEqual(expected)
}

const statuses = ['completed', 'active', 'pending', 'removed']

test.each(networks)('%s: every filter is its predicate over the list', async (network) => {
  const all = await list(path(network))
  const range = (values: number[]) =>
    fc
      .tuple(fc.option(fc.constantFrom(...values)), fc.option(fc.constantFrom(...values)))
      .map(([a, b]): Range => (a !== null && b !== null && a > b ? [b, a] : [a, b]))
  const capacities = all.map((it) => rankOf.delegationCapacity?.(it) ?? -1).filter((it) => it >= 0)
  const filter = fc.record({
    parts: fc.option(
      fc.uniqueArray(fc.constantFrom('a', 'xkM', 'NodeID-7', 'Yz', '7'), { minLength: 1 }),
    ),
    status: fc.option(fc.constantFrom(...statuses)),
    subnetId: fc.option(fc.constantFrom(...all.map(({ subnetId }) => subnetId))),
    capacity: range([...capacities, 0]),
    time: range([0, 5_000_000, 10_000_000, 20_000_000]),
    fee: range([2, 2.5, 4.5, 10, 100]),
    uptime: range([0, 50, 90.5, 97, 100]),
  })
  const listing = fc.record({
    sortBy: fc.constantFrom(...orders),
    sortOrder: fc.constantFrom('asc', 'desc'),
    pageSize: fc.constantFrom(2, 100),
  })
  await fc.assert(
    fc.asyncProperty(filter, listing, (filter, listing) =>
      expectFiltered(network, all, filter, listing),
    ),
    { numRuns: 80 },
  )
})

test.each(networks.flatMap((network) => orders.map((sortBy) => [network, sortBy] as const)))(
  '%s by %s: every filter alone is its predicate over the list',
  async (network, sortBy) => {
    const all = await list(path(network))
    /** With a value that validations have as a bound, which both ends include. */
    const bounds = (name: string, lowest = 0): Range[] => {
      const values = all.map((it) => rankOf[name]?.(it) ?? -1).filter((it) => it >= 0)
      const [one = 0, other = 0] = [...new Set(values)].sort((a, b) => a - b).slice(1)
      return [
        [one, null],
        [null, one],
        [one, one],
        [one, other],
        [lowest, null],
        [null, lowest],
      ]
    }
    const filters: Filter[] = [
      ...['a', 'NodeID-7', '7'].map((part) => ({ parts: [part] })),
      ...statuses.map((status) => ({ status })),
      ...[...new Set(all.map(({ subnetId }) => subnetId))].map((subnetId) => ({ subnetId })),
      ...bounds('delegationCapacity').map((capacity) => ({ capacity })),
      ...bounds('timeRemaining').map((time) => ({ time })),
      ...bounds('delegationFee', 2).map((fee) => ({ fee })),
      ...bounds('uptimePerformance').map((uptime) => ({ uptime })),
    ]
    for (const filter of filters)
      for (const sortOrder of ['asc', 'desc'])
        await expectFiltered(network, all, filter, { sortBy, sortOrder, pageSize: 100 })
  },
)

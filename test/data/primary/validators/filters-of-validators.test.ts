import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { startServer } from '../../../support/server.ts'
import { networks, wholeList, withQuery } from '../lists.ts'
import {
  type Filter,
  filteredList,
  filtersAlone,
  orders,
  path,
  queryOf,
  type Range,
  rankOf,
  statuses,
  type Validator,
} from './validations.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const list = (url: string) => wholeList<Validator>(server, url, 'validators')

interface Listing {
  sortBy: string
  sortOrder: string
  pageSize: number
}

/** Compares a filtered list with the whole one, which is in the default order. */
async function expectFiltered(network: string, all: Validator[], filter: Filter, listing: Listing) {
  const found = await list(withQuery(path(network), { ...queryOf(filter), ...listing }))
  expect(listing.sortOrder === 'asc' ? found.reverse() : found).toEqual(
    filteredList(all, filter, listing.sortBy),
  )
}

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
    for (const filter of filtersAlone(all))
      for (const sortOrder of ['asc', 'desc'])
        await expectFiltered(network, all, filter, { sortBy, sortOrder, pageSize: 100 })
  },
)

import { createHash } from 'node:crypto'
import { compositeQueryV2 } from '../../../schemas/metrics/composite-query.ts'
import type { Input } from '../../../schemas/operation.ts'
import { badRequest } from '../../http/response/errors.ts'
import { openPage } from '../../http/rest/page.ts'
import { route } from '../../http/rest/route.ts'
import type { World } from '../../world/world.ts'
import { addressesOf } from './address-queries.ts'
import { foundOnce } from './found-once.ts'

/** `POST /v2/lookingGlass/compositeQuery`: 400 for two queries of one id. G-137 */
export const compositeQueryV2Route = route(compositeQueryV2, (world, { body }) => {
  const { queries, operator } = body
  const page = openPage(
    world,
    {
      operation: compositeQueryV2,
      filters: [operator, JSON.stringify(queries)],
      order: 'asc',
      whenExpired: 'restart',
    },
    body,
  )
  const { subQueryCounts, addresses } = findOnce(world, JSON.stringify([operator, queries]), () =>
    find(world, body),
  )
  const start = addresses.findIndex(({ key }) => key > page.key)
  const remaining = start < 0 ? [] : addresses.slice(start, start + page.limit)
  const { rows, next } = page.cut(remaining, ({ key }) => key)
  return {
    ...next,
    subQueryCounts,
    totalCount: addresses.length,
    addresses: rows.map(({ address }) => address),
  }
})

type Body = Input<typeof compositeQueryV2>['body']

/** Complete result of a query. */
interface Findings {
  /** Number of addresses of each part, by its id. */
  readonly subQueryCounts: Record<string, number>
  /** Addresses in the order of their keys. */
  readonly addresses: readonly { readonly address: string; readonly key: number }[]
}

/** Memoised results: each page shows the total count. */
const findOnce = foundOnce<Findings>()

function find(world: World, { queries, operator }: Body): Findings {
  const found = new Map<string, ReadonlySet<string>>()
  queries.forEach((query, i) => {
    if (found.has(query.id))
      throw badRequest(`queries[${i}].id "${query.id}" is used by an earlier query`)
    found.set(query.id, addressesOf(world, query, `queries[${i}]`))
  })
  const all = operator === 'AND' ? inEvery([...found.values()]) : inAny([...found.values()])
  return {
    subQueryCounts: Object.fromEntries([...found].map(([id, { size }]) => [id, size])),
    addresses: all
      .map((address) => ({ address, key: keyOf(address) }))
      .sort((a, b) => a.key - b.key),
  }
}

const inEvery = ([first = new Set(), ...others]: readonly ReadonlySet<string>[]): string[] =>
  [...first].filter((address) => others.every((set) => set.has(address)))

const inAny = (sets: readonly ReadonlySet<string>[]): string[] => [
  ...new Set(sets.flatMap((set) => [...set])),
]

/** Returns an order key that no new address changes, which fits into a page token. */
const keyOf = (address: string): number =>
  Number.parseInt(createHash('sha256').update(address).digest('hex').slice(0, 11), 16)

import { createHash } from 'node:crypto'
import { compositeQueryV2 } from '../../../schemas/metrics/composite-query.ts'
import { badRequest } from '../../http/errors.ts'
import { openPage } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { addressesOf } from './address-queries.ts'

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
  const found = new Map<string, ReadonlySet<string>>()
  queries.forEach((query, i) => {
    if (found.has(query.id)) throw badRequest(`queries[${i}].id "${query.id}" is taken`)
    found.set(query.id, addressesOf(world, query, `queries[${i}]`))
  })
  const all = operator === 'AND' ? inEvery([...found.values()]) : inAny([...found.values()])
  const keyed = all
    .map((address) => ({ address, key: keyOf(address) }))
    .sort((a, b) => a.key - b.key)
    .filter(({ key }) => key > page.key)
  const { rows, next } = page.cut(keyed, ({ key }) => key)
  return {
    ...next,
    subQueryCounts: Object.fromEntries([...found].map(([id, { size }]) => [id, size])),
    totalCount: all.length,
    addresses: rows.map(({ address }) => address),
  }
})

const inEvery = ([first = new Set(), ...others]: readonly ReadonlySet<string>[]): string[] =>
  [...first].filter((address) => others.every((set) => set.has(address)))

const inAny = (sets: readonly ReadonlySet<string>[]): string[] => [
  ...new Set(sets.flatMap((set) => [...set])),
]

/** An order that no new address changes, in the 44 bits that a page token has room for. */
const keyOf = (address: string): number =>
  Number.parseInt(createHash('sha256').update(address).digest('hex').slice(0, 11), 16)

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { walkPages } from '../support/pages.ts'
import { startServer } from '../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

type Item = Readonly<Record<string, string | readonly string[]>>

interface FilteredList {
  readonly url: string
  readonly key: string
  /** Fields of an item of which one has to have the value of a filter. */
  readonly filters: Readonly<Record<string, readonly string[]>>
}

const network = '/v1/networks/mainnet'

/** Lists with filters that a request may combine. */
const lists: readonly FilteredList[] = [
  {
    ...{ url: `${network}/delegators`, key: 'delegators' },
    filters: {
      nodeIds: ['nodeId'],
      rewardAddresses: ['rewardAddresses'],
      delegationStatus: ['delegationStatus'],
    },
  },
  {
    ...{ url: `${network}/validators`, key: 'validators' },
    filters: { nodeIds: ['nodeId'], validationStatus: ['validationStatus'] },
  },
  {
    ...{ url: '/v1/icm/messages', key: 'messages' },
    filters: {
      ...{ from: ['from'], to: ['to'] },
      sourceBlockchainId: ['sourceBlockchainId'],
      destinationBlockchainId: ['destinationBlockchainId'],
      blockchainId: ['sourceBlockchainId', 'destinationBlockchainId'],
    },
  },
]

const read = async ({ url, key }: FilteredList, query: Record<string, string>) =>
  (await walkPages<Item>(server, `${url}?${new URLSearchParams(query)}`, key, 100)).items

/** Returns what an item has in some fields. */
const valuesIn = (item: Item, fields: readonly string[]): readonly string[] =>
  fields.flatMap((field) => item[field] ?? [])

/** Returns some of the values that items have in these fields, spread over the list. */
function someOf(items: readonly Item[], fields: readonly string[]): readonly string[] {
  const values = [...new Set(items.flatMap((item) => valuesIn(item, fields)))]
  const step = Math.ceil(values.length / 4)
  return values.filter((_, place) => place % step === 0)
}

test.each(lists)('any two filters of $url leave what passes both', async (list) => {
  const all = await read(list, {})
  const filters = Object.entries(list.filters)
  const pairs = filters.flatMap((one, place) =>
    filters.slice(place + 1).map((other) => [one, other]),
  )
  let matches = 0
  for (const [[one, ones] = ['', []], [other, others] = ['', []]] of pairs)
    for (const value of someOf(all, ones))
      for (const otherValue of someOf(all, others)) {
        const query = { [one]: value, [other]: otherValue }
        const expected = all.filter(
          (item) =>
            valuesIn(item, ones).includes(value) && valuesIn(item, others).includes(otherValue),
        )
        matches += expected.length
        expect(await read(list, query), JSON.stringify(query)).toEqual(expected)
      }
  expect(matches).toBeGreaterThan(0)
})

test.each(['nodeIds', 'rewardAddresses'])(
  'a repeated value of %s changes nothing',
  async (name) => {
    for (const list of lists.filter(({ filters }) => name in filters)) {
      const all = await read(list, {})
      for (const value of someOf(all, list.filters[name] ?? [])) {
        const once = await read(list, { [name]: value })
        expect(once.length).toBeGreaterThan(0)
        expect(await read(list, { [name]: `${value},${value}` })).toEqual(once)
      }
    }
  },
)

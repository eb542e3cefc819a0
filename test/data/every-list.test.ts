import type { TSchema } from '@sinclair/typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Operation } from '../../schemas/operation.ts'
import { operations } from '../../src/operations.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { openBase } from '../../src/store/base-reader.ts'
import { type ApiRequest, apiRequests } from '../check/support/api-requests.ts'
import { listsOfCallers } from '../support/pages.ts'
import { startServer } from '../support/server.ts'
import { smallWorld } from '../support/small-world.ts'

let server: Snowglobe
let requests: readonly ApiRequest[]
beforeAll(async () => {
  server = await startServer()
  const base = openBase((await smallWorld()).file)
  requests = apiRequests(base)
  base.close()
})
afterAll(() => server?.close())

/** Whose pages have a size that the query says. */
const lists = operations.filter(
  ({ operationId, query }) =>
    'pageSize' in query.properties && !listsOfCallers.includes(operationId),
)

/** How many items are walked one by one: lists that are longer are compared as far as that. */
const maxPages = 60
const listIn = ({ response }: Operation): string =>
  Object.entries<TSchema>(response.properties).find(([, { type }]) => type === 'array')?.[0] ?? ''

type Item = Record<string, unknown>

/** Items of a list, page by page, and whether there are no more. */
async function walk(
  operation: Operation,
  { url, body }: ApiRequest,
  parameters: Readonly<Record<string, string | number>>,
): Promise<{ items: Item[]; isWhole: boolean }> {
  const items: Item[] = []
  const target = new URL(url, 'http://server')
  for (const [name, value] of Object.entries(parameters))
    target.searchParams.set(name, String(value))
  let token: string | undefined
  do {
    if (token !== undefined) target.searchParams.set('pageToken', token)
    const { method } = operation
    const reply = await server.inject({
      ...{ method, url: target.pathname + target.search },
      ...(body && { payload: body }),
    })
    if (reply.statusCode !== 200) throw new Error(`${target.href}: ${reply.body}`)
    const page = reply.json()
    items.push(...page[listIn(operation)])
    token = page.nextPageToken
  } while (token !== undefined && items.length <= maxPages)
  return { items: items.slice(0, maxPages), isWhole: items.length <= maxPages }
}

/** A list of an operation with some items, rather one that is walked to its end. */
async function listOf(operation: Operation, max: number) {
  const own = requests.filter(({ operationId }) => operationId === operation.operationId)
  let best: { request: ApiRequest; items: Item[]; isWhole: boolean } | undefined
  for (const request of own) {
    const { items, isWhole } = await walk(operation, request, { pageSize: max })
    const isBetter =
      best === undefined || (isWhole && (!best.isWhole || items.length > best.items.length))
    if (isBetter) best = { request, items, isWhole }
    if (best?.isWhole && best.items.length > 14) break
  }
  return best
}

test.each(lists.map((operation) => [operation.operationId, operation] as const))(
  'pages of %s have every item once whatever their size, in both orders',
  async (_operationId, operation) => {
    const { pageSize, sortOrder } = operation.query.properties
    const found = await listOf(operation, pageSize?.maximum)
    if (!found) throw new Error('nobody asks for it')
    const { request, items, isWhole } = found
    expect(items.length).toBeGreaterThan(1)
    for (const size of [1, 7])
      expect(await walk(operation, request, { pageSize: size }), `${size}`).toEqual({
        items,
        isWhole,
      })
    if (!sortOrder) return
    expect(isWhole).toBe(true)
    for (const size of [1, 7, pageSize?.maximum])
      expect(
        await walk(operation, request, { pageSize: size, sortOrder: 'asc' }),
        `${size} ascending`,
      ).toEqual({ items: [...items].reverse(), isWhole })
  },
)

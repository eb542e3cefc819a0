import type { Snowglobe } from '../../src/snowglobe.ts'

/**
 * Returns every item of a list, page by page, and the number of pages.
 * @throws for a page that leads to itself, which would fill the memory
 */
export async function walkPages<Item>(
  server: Snowglobe,
  url: string,
  listKey: string,
  pageSize?: number,
): Promise<{ items: Item[]; pages: number }> {
  const items: Item[] = []
  let token: string | undefined
  let pages = 0
  do {
    const target = new URL(url, 'http://localhost')
    if (pageSize !== undefined) target.searchParams.set('pageSize', String(pageSize))
    if (token !== undefined) target.searchParams.set('pageToken', token)
    const response = await server.inject(target.pathname + target.search)
    if (response.statusCode !== 200) throw new Error(`${target.href}: ${response.body}`)
    const body = response.json() as Record<string, unknown>
    items.push(...(body[listKey] as Item[]))
    const next = body.nextPageToken as string | undefined
    if (next !== undefined && next === token) throw new Error(`${target.href} goes on with itself`)
    token = next
    pages += 1
  } while (token !== undefined)
  return { items, pages }
}

/**
 * Lists of what callers make or send, which a new world lacks. Their own tests, named after their
 * operations, walk their pages and change the filters of a token.
 */
export const listsOfCallers: readonly string[] = [
  'getApiLogs',
  'listWebhooks',
  'getAddressesFromWebhook',
]

import { Avalanche } from '@avalanche-sdk/chainkit'
import { expect, inject } from 'vitest'

/** chainkit with its defaults; its telemetry would call a host on the Internet. */
export const { data, metrics, avaxSupply } = new Avalanche({ enableTelemetry: false })

/**
 * Options with which every call reaches Snowglobe: chainkit ignores the address that its constructor takes.
 * Without retries a 5xx fails at once instead of after two minutes.
 */
export const here = {
  serverURL: inject('servers').mainnet,
  retries: { strategy: 'none' },
} as const

/** The items of all pages; none may come twice, and the last page has no token, not an empty one. */
export async function everyItem<
  Page extends { result: { nextPageToken?: string | undefined } },
  Item,
>(
  firstPage: Promise<AsyncIterable<Page>>,
  itemsOf: (page: Page['result']) => readonly Item[],
): Promise<Item[]> {
  const items: Item[] = []
  let next: string | undefined
  for await (const { result } of await firstPage) {
    items.push(...itemsOf(result))
    next = result.nextPageToken
  }
  expect(next).toBeUndefined()
  expect(new Set(items.map((item) => JSON.stringify(item))).size).toBe(items.length)
  return items
}

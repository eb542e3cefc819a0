import { Glacier, Network } from '@avalabs/glacier-sdk'
import { inject } from 'vitest'

/** Without an API key nothing shows that the client expects the shapes of the deployed services. */
export const glacier = new Glacier({
  BASE: inject('servers').mainnet,
  HEADERS: { 'x-snowglobe-dialect': 'live' },
})

/** Both networks by the client's own names. */
export const networks = [Network.MAINNET, Network.FUJI] as const

/** The items of all pages; the client leaves paging to its user. */
export async function everyItem<Page extends { nextPageToken?: string }, Item>(
  getPage: (pageToken: string | undefined) => PromiseLike<Page>,
  itemsOf: (page: Page) => readonly Item[],
): Promise<Item[]> {
  const items: Item[] = []
  let token: string | undefined
  do {
    const page = await getPage(token)
    items.push(...itemsOf(page))
    token = page.nextPageToken
  } while (token !== undefined)
  return items
}

import { expect } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { walkPages } from '../../support/pages.ts'
import { get } from '../../support/server.ts'

export const networks = ['mainnet', 'fuji'] as const
export type Network = (typeof networks)[number]
export const chainNames = ['p-chain', 'x-chain', 'c-chain'] as const

/** The development key that is published, on both networks. */
export const ewoq = {
  mainnet: 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
  fuji: 'fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t',
  evm: '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
} as const

/** An address that no account of the world has. */
export const unknownAddress = 'avax1qurswpc8qurswpc8qurswpc8qurswpc8x32neu'

/** A path and a query in which undefined values are left out. */
export function withQuery(path: string, query: Record<string, string | number | undefined>) {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? path : `${path}?${search}`
}

/** Every item of a list. */
export const wholeList = async <Item>(server: Snowglobe, url: string, key: string) =>
  (await walkPages<Item>(server, url, key, 100)).items

/** Pages of any size give the whole list, `asc` the reverse of `desc`, and it is not empty. */
export async function expectPagesToAddUp(
  server: Snowglobe,
  url: string,
  key: string,
  { sizes = [1, 7, 100], hasOrder = true } = {},
): Promise<void> {
  const whole = await wholeList<object>(server, url, key)
  expect(whole.length, url).toBeGreaterThan(0)
  for (const size of sizes) {
    const { items, pages } = await walkPages<object>(server, url, key, size)
    expect(items, `${url} by ${size}`).toEqual(whole)
    expect(pages).toBeGreaterThanOrEqual(Math.ceil(whole.length / size))
  }
  if (!hasOrder) return
  const join = url.includes('?') ? '&' : '?'
  for (const size of [7, 100]) {
    const ascending = await walkPages<object>(server, `${url}${join}sortOrder=asc`, key, size)
    expect(ascending.items.reverse(), `${url} asc`).toEqual(whole)
  }
}

/** Below `testnet` there is what is below `fuji`, and a page of one goes on in the other. */
export async function expectTestnetToBeFuji(server: Snowglobe, path: string): Promise<void> {
  const first = await get(server, path.replace('/fuji/', '/testnet/'))
  expect(first.body).toEqual((await get(server, path)).body)
  const { nextPageToken: pageToken } = first.body as { nextPageToken?: string }
  expect(pageToken).toBeDefined()
  const join = path.includes('?') ? '&' : '?'
  const second = `${path}${join}pageToken=${pageToken}`
  expect((await get(server, second)).status).toBe(200)
  expect((await get(server, second.replace('/fuji/', '/testnet/'))).body).toEqual(
    (await get(server, second)).body,
  )
}

/** Status and message of a refused request. */
export async function refusal(server: Snowglobe, url: string, headers = {}): Promise<string> {
  const { status, body } = await get(server, url, headers)
  return `${status} ${(body as { message: string }).message}`
}

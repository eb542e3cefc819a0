import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { walkPages } from '../../support/pages.ts'
import { startServer } from '../../support/server.ts'
import { ask, create } from './support/webhooks.ts'

let server: Snowglobe
beforeEach(async () => {
  server = await startServer({ pace: 0 })
})
afterEach(() => server?.close())

test('webhooks of a key are listed, oldest first, page by page, and by their status', async () => {
  const ids: string[] = []
  for (let each = 0; each < 5; each++) ids.push((await create(server)).id)
  await create(server, undefined, { 'x-data-api-key': 'another' })
  const walk = (query = '') =>
    walkPages<{ id: string }>(server, `/v1/webhooks${query}`, 'webhooks', 2)
  expect((await walk()).items.map(({ id }) => id)).toEqual(ids)
  await ask(server, 'DELETE', `/${ids[1]}`)
  expect((await walk('?status=inactive')).items.map(({ id }) => id)).toEqual([ids[1]])
  expect((await walk('?status=active')).items).toHaveLength(4)
  expect((await ask(server, 'GET', '?status=gone')).status).toBe(400)
})

test('a page token is refused with another filter, and by another key', async () => {
  for (let each = 0; each < 3; each++) await create(server)
  const { nextPageToken } = (await ask(server, 'GET', '?pageSize=1&status=active')).body
  const next = (query: string, headers = {}) =>
    ask(server, 'GET', `?pageSize=1&pageToken=${nextPageToken}${query}`, undefined, headers)
  expect((await next('&status=active')).body.webhooks).toHaveLength(1)
  expect((await next('&status=inactive')).status).toBe(400)
  expect((await next('')).status).toBe(400)
  expect((await next('&status=active', { 'x-data-api-key': 'another' })).status).toBe(400)
})

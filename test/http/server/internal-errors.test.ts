import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { get, startServer } from '../../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const valueIn = (text: string) => Number(/^snowglobe_internal_errors_total (\d+)$/m.exec(text)?.[1])
const errors = async () => valueIn((await server.inject('/_admin/metrics')).body)

/** The status of a response; the code of the error where there was none. */
const statusOf = (path: string, headers = {}) =>
  new Promise((resolve) => {
    request(server.url + path, { headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      .end()
  })

test('what is thrown at the end of a request is counted, and every request gets a response', async () => {
  expect(await errors()).toBe(0)
  expect((await get(server, '/_admin/live')).body).toEqual({ status: 'ok' })
  const { set } = Map.prototype
  // The counts of requests lie in maps of statuses.
  Map.prototype.set = function (this: Map<unknown, unknown>, key, value) {
    if (key === 404 && value === 1) throw new Error('the count is broken')
    return set.call(this, key, value)
  }
  try {
    expect(await statusOf('/v1/nope')).toBe(404)
    expect(await statusOf('/v1/nope')).toBe(404)
  } finally {
    Map.prototype.set = set
  }
  expect(await errors()).toBe(2)
  for (const path of ['/_admin/live', '/_admin/ready'])
    expect((await get(server, path)).body).toEqual({ status: 'ok', internalErrors: 2 })
})

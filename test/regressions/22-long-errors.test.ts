import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const post = (url: string, body: unknown) =>
  server.inject({
    ...{ method: 'POST', url, body: JSON.stringify(body) },
    headers: { 'content-type': 'application/json' },
  })

const long = 'x'.repeat(7_000_000)

test.each<[path: string, body: unknown]>([
  ['/_admin/actions', long],
  ['/_admin/actions', { do: long }],
  ['/_admin/actions', { do: 'wallet', [long]: 1 }],
  ['/_admin/actions', { do: 'wallet', ['\0'.repeat(100_000)]: 1 }],
  ['/_admin/actions', { do: 'wallet', ['\u{1f600}'.repeat(100_000)]: 1 }],
  ['/_admin/actions', { do: 'fund', to: long, chain: 'P', amount: '1' }],
  ['/_admin/actions', { do: 'fund', to: 'ewoq', chain: long, amount: '1' }],
  ['/_admin/actions', { do: 'fund', to: 'ewoq', chain: 'P', amount: long }],
  ['/_admin/clock/advance', { by: long }],
  ['/_admin/clock/advance', { to: long }],
  ['/_admin/faults', { match: { operation: long } }],
  ['/_admin/check', { rules: [long] }],
  ['/_admin/snapshots', { name: long }],
  ['/_admin/reset', { parts: [long] }],
  ['/_admin/requests/verify', { match: { [long]: 1 } }],
  ['/v1/signatureAggregator/mainnet/aggregateSignatures', { message: 'x'.repeat(1_000_000) }],
])('an error of %s repeats little of a large body', async (path, body) => {
  const response = await post(path, body)
  expect(response.statusCode).toBeGreaterThanOrEqual(400)
  expect(response.statusCode).toBeLessThan(500)
  expect(Buffer.byteLength(response.body)).toBeLessThan(3_000)
})

test('null and lists of null are refused by their place, by every operation with a body', async () => {
  for (const path of ['/_admin/actions', '/_admin/requests/verify', '/_admin/faults'])
    for (const body of [null, [null]]) {
      const { error } = (await post(path, body)).json()
      expect(error, path).toMatchObject({ code: 'bad_request' })
    }
  const limits = await server.inject({
    ...{ method: 'PUT', url: '/_admin/limits', body: 'null' },
    headers: { 'content-type': 'application/json' },
  })
  expect(limits.json().error).toMatchObject({ code: 'bad_request', details: { pointer: '' } })
})

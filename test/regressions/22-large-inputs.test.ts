import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'

// Inputs within the limit of bytes that once held the loop for seconds.
let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const errorOf = async (method: 'PUT' | 'POST', url: string, body: string) => {
  const response = await server.inject({ method, url: `/_admin/${url}`, body })
  return { status: response.statusCode, ...response.json().error }
}
const filled = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(',')

test('an input with more than 100,000 values is refused before its values are checked', async () => {
  const tooMany = {
    ...{ status: 400, code: 'bad_request', message: 'the body has more than 100000 values' },
    details: { pointer: '', expected: 'at most 100000 values' },
  }
  const keys = filled(50_000, (index) => `{"key":"key-${index}"}`)
  expect(await errorOf('PUT', 'limits', `{"keys":[${keys}]}`)).toEqual(tooMany)
  expect(await errorOf('POST', 'actions', `[${filled(100_000, () => '1')}]`)).toEqual(tooMany)
  const nested = `[${filled(60, () => `[${filled(2_000, () => '{}')}]`)}]`
  expect(await errorOf('POST', 'check', `{"rules":${nested}}`)).toEqual(tooMany)
})

test('an entry of a log with more than 100,000 values is refused by its place', async () => {
  const document = (await server.inject('/_admin/export')).json()
  const log = [{ do: 'act', at: document.clock.now, actions: Array(100_000).fill(1) }]
  expect(await errorOf('POST', 'import', JSON.stringify({ ...document, log }))).toMatchObject({
    message: '/log/0 has more than 100000 values',
    details: { pointer: '/log/0', expected: 'at most 100000 values' },
  })
})

test('as many keys as an input may have are known', async () => {
  const count = 49_000
  const keys = Array.from({ length: count }, (_, index) => ({ key: `key-${index}` }))
  const limits = await server.limits.set({ auth: 'required', keys })
  expect(limits.keys).toHaveLength(count)
  const statuses = [`key-${count - 1}`, `key-${count}`].map(async (key) => {
    const headers = { 'x-data-api-key': key }
    return (await server.inject({ url: '/v1/chains', headers })).statusCode
  })
  expect(await Promise.all(statuses)).toEqual([200, 401])
  await server.reset()
})

test('an object with more than 10,000 properties is refused while it is read', async () => {
  const match = (count: number) =>
    `{"match":{${filled(count, (index) => `"name-of-a-property-${index}":1`)}}}`
  expect(await errorOf('POST', 'requests/verify', match(10_001))).toMatchObject({
    message: 'the body has an object with more than 10000 properties',
    details: { pointer: '', expected: 'objects of at most 10000 properties' },
  })
  expect(await errorOf('POST', 'requests/verify', match(10_000))).toMatchObject({
    details: { pointer: '/match/name-of-a-property-0' },
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { send } from '../../support/send.ts'
import { startServer } from '../../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const ask = async (method: string, path: string, body?: string, headers = {}) => {
  const response = await send(server.url, { method, path: `/_admin${path}`, body, headers })
  return { ...response, json: response.body === '' ? undefined : JSON.parse(response.body) }
}

test('what is not there is 404 in the shape of the control plane, a wrong method too', async () => {
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/nothing'],
    ['DELETE', '/clock'],
    ['GET', '/clock/advance'],
    ['POST', '/live'],
    ['OPTIONS', '/clock'],
  ] as const) {
    const { status, json, headers } = await ask(method, path)
    expect([path, status]).toEqual([path, 404])
    expect(json).toEqual({
      error: { code: 'not_found', message: `there is no endpoint ${method} /_admin${path}` },
    })
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
  }
})

test('no response allows other origins anything', async () => {
  for (const path of ['/clock', '/live', '/nothing', '/%zz'])
    for (const method of ['GET', 'OPTIONS', 'PUT']) {
      const { headers } = await ask(method, path, method === 'PUT' ? '{' : undefined)
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
})

test('a path that cannot be read is a bad request in the shape of the control plane', async () => {
  const { status, json } = await ask('GET', '/%zz')
  expect([status, json.error.code]).toEqual([400, 'bad_request'])
})

test('a body that is no JSON, too large or of another form is refused by its place', async () => {
  const cases = [
    ['{', { pointer: '', expected: 'JSON' }],
    ['[]', { pointer: '', expected: 'an object' }],
    ['null', { pointer: '', expected: 'an object' }],
    ['"90s"', { pointer: '', expected: 'an object' }],
    ['{"by":1}', { pointer: '/by', expected: 'text' }],
    ['{"by":"1h","at":1}', { pointer: '/at', expected: 'a known property: by, to, wait' }],
    ['{"by":"1h","__proto__":{}}', { pointer: '/__proto__', expected: expect.any(String) }],
    ['{"by":"1h","to":"2026-02-01"}', { pointer: '', expected: 'an object with either by or to' }],
    ['', { pointer: '', expected: 'an object with either by or to' }],
  ] as const
  for (const [body, details] of cases) {
    const { status, json } = await ask('POST', '/clock/advance', body)
    expect([body, status, json.error.code]).toEqual([body, 400, 'bad_request'])
    expect(json.error.details).toEqual(details)
  }
  expect((await server.clock.get()).now).toBe('2026-01-15T00:00:00Z')
})

test('a body of 8 MiB is read, and a larger one is 413', async () => {
  const padded = (bytes: number) => `{"by":"1h"${' '.repeat(bytes - 11)}}`
  const limit = 8 * 1024 * 1024
  expect((await ask('POST', '/clock/advance', padded(limit))).status).toBe(200)
  const { status, json } = await ask('POST', '/clock/advance', padded(limit + 1))
  expect([status, json.error.code]).toEqual([413, 'too_large'])
  expect(json.error.message).toBe(
    `the body must have at most ${limit} bytes, the limit of this operation`,
  )
  await server.reset()
})

test('a body needs no content type, and curl may call it a form', async () => {
  for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain'])
    expect((await ask('PUT', '/clock', '{"rate":1}', { 'content-type': type })).status).toBe(200)
  expect((await ask('PUT', '/clock', '{"rate":1}')).status).toBe(200)
})

test('live and ready respond with ok', async () => {
  for (const path of ['/live', '/ready']) {
    const { status, json } = await ask('GET', path)
    expect([status, json]).toEqual([200, { status: 'ok' }])
  }
})

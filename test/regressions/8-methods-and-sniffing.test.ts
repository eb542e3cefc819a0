import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { exchange, requestText } from '../json-rpc/support/raw-http.ts'
import { startServer } from '../support/server.ts'

let server: Snowglobe
let port: number
beforeAll(async () => {
  server = await startServer()
  port = Number(new URL(server.url).port)
})
afterAll(() => server.close())

test.each([{}, { 'Content-Type': 'application/json' }, { 'Content-Type': 'nonsense' }])(
  'QUERY is a method that nothing takes, whatever its headers are: %j',
  async (headers) => {
    for (const path of ['/v1/chains', '/v1/nope']) {
      const response = await exchange(port, requestText(`QUERY ${path} HTTP/1.1`, headers, '{'))
      expect(JSON.parse(response.body)).toEqual({
        message: `Cannot QUERY ${path}`,
        error: 'Not Found',
        statusCode: 404,
      })
    }
    const request = requestText('QUERY /v1/avg_tps/43114 HTTP/1.1', headers)
    const { message } = JSON.parse((await exchange(port, request)).body)
    expect(message).toEqual(['Cannot QUERY /v1/avg_tps/43114'])
  },
)

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
  '%s of what takes none is 404 before its body is read',
  async (method) => {
    const headers = { 'Content-Type': 'application/json' }
    const response = await exchange(
      port,
      requestText(`${method} /v1/chains HTTP/1.1`, headers, '{'),
    )
    expect(response.status).toBe(404)
  },
)

test.each([
  ['GET /v1/chains', 200],
  ['GET /v1/avg_tps/43114', 200],
  ['GET /v1/health-check', 200],
  ['GET /openapi.json', 200],
  ['GET /v1/chains/1', 404],
  ['GET /v1/nope', 404],
  ['GET /', 200],
  ['GET /v1/avg_tps/x', 400],
  ['GET /%zz', 400],
  ['NONSENSE /v1/chains', 400],
])('no browser is to guess what the response to %s is', async (line, status) => {
  const response = await exchange(port, requestText(`${line} HTTP/1.1`))
  expect(response.status).toBe(status)
  expect(response.valuesOf('x-content-type-options')).toEqual(['nosniff'])
})

test('pages may read the refusal of a URL that cannot be read', async () => {
  const response = await exchange(port, requestText('GET /%zz HTTP/1.1'))
  expect(response.valuesOf('access-control-allow-origin')).toEqual(['*'])
})

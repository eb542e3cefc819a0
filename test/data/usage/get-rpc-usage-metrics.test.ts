import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { get, startServer } from '../../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

test('RPC calls are not counted: there are no intervals', async () => {
  const { status, body } = await get(
    server,
    '/v1/rpcUsageMetrics?groupBy=rpcMethod&timeInterval=hourly',
  )
  expect(status).toBe(200)
  expect(body).toEqual({ aggregateDuration: 'hourly', metrics: [], chainId: '' })
})

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { anyRequest } from '../support/any-request.ts'
import { send } from '../support/send.ts'
import { startServer } from '../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const numRuns = process.env.CI ? 1500 : 400

test('no request of any kind gets a 5xx, a stack trace or anything but the contract’s errors', async () => {
  await fc.assert(
    fc.asyncProperty(anyRequest, async ({ payload: body, ...rest }) => {
      const response = await send(server.url, { ...rest, body })
      expect(response.status).toBeLessThan(500)
      expect(response.body).not.toMatch(/\bat .*\.[jt]s:\d+/)
      if (response.status < 400 || rest.method === 'HEAD') return
      expect([400, 404]).toContain(response.status)
      expect(JSON.parse(response.body)).toMatchObject({
        statusCode: response.status,
        error: response.status === 400 ? 'Bad Request' : 'Not Found',
      })
    }),
    { numRuns },
  )
})

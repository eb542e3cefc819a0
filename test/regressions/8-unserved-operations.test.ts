import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishedOperations } from '../../schemas/published-operations.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { send } from '../support/send.ts'
import { startServer } from '../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const reasonOf = async (method: string, path: string) => {
  const { status, body } = await send(server.url, { method, path })
  const { message } = JSON.parse(body)
  return [status, typeof message === 'string' ? message : message[0]]
}

test.each([
  ['GET', '/v1/webhooks'],
  ['GET', '/v1/webhooks/1/?pageSize=5'],
  ['DELETE', '/v1/webhooks/1'],
  ['PATCH', '/v1/webhooks/1/addresses'],
  ['GET', '/v1/webhooks:getSharedSecret'],
  ['GET', '/v1/webhooks%3AgetSharedSecret'],
  ['GET', '/v1/operations/1'],
  ['POST', '/v1/operations/transactions:export'],
])('%s %s says that Snowglobe does not serve it', async (method, path) => {
  const [bare = ''] = path.replace('%3A', ':').split(/\/?\?/, 1)
  expect(await reasonOf(method, path)).toEqual([
    404,
    `Snowglobe does not serve ${method} ${bare}, which the deployed service has`,
  ])
})

test.each([
  ['GET', '/v1/webhook'],
  ['PUT', '/v1/webhooks/1'],
  ['GET', '/v1/networks/mainnet/validators/a/b'],
  ['POST', '/'],
])('%s %s, which nobody has, cannot be asked', async (method, path) => {
  expect(await reasonOf(method, path)).toEqual([404, `Cannot ${method} ${path}`])
})

test('no operation that is served is said to be missing, also where a thing is not found', async () => {
  const { paths } = (await server.inject('/openapi.json')).json()
  const served = Object.entries<object>(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => ({ method: method.toUpperCase(), path })),
  )
  expect(served.length).toBeGreaterThan(40)
  for (const { method, path } of served) {
    const { body } = await send(server.url, { method, path: path.replaceAll(/\{\w+\}/g, '99') })
    expect(body).not.toContain('does not serve')
  }
})

test('the published operations are those of both services', () => {
  expect(publishedOperations.filter((line) => line.includes(' /v1/'))).toHaveLength(80)
  expect(publishedOperations.filter((line) => line.includes(' /v2/'))).toHaveLength(17)
  expect(new Set(publishedOperations).size).toBe(97)
})

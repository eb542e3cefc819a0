import { expect, test } from 'vitest'
import { send } from '../support/send.ts'
import { startServer } from '../support/server.ts'

test('a malformed percent-encoding is 400 on every interface and does not end the process', async () => {
  const server = await startServer()
  for (const path of ['/%zz', '/v1/chains/%E0%A4/blocks', '/v1/avg_tps/%', '/ext/%zz']) {
    const response = await send(server.url, { path })
    expect([path, response.status]).toEqual([path, 400])
    expect(JSON.parse(response.body)).toMatchObject({ statusCode: 400, error: 'Bad Request' })
  }
  expect((await send(server.url, { path: '/v1/health-check' })).status).toBe(200)
  await server.close()
})

import { afterAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { startServer } from '../../support/server.ts'

const opened: Snowglobe[] = []
const start = async (options?: Parameters<typeof startServer>[0]) => {
  const server = await startServer(options)
  opened.push(server)
  return server
}
afterAll(() => Promise.all(opened.map((server) => server.close())))

const curl = { accept: '*/*' }

test('GET / without a browser answers in six lines what this is and where to go', async () => {
  const server = await start()
  const { statusCode, headers, payload } = await server.inject({ url: '/', headers: curl })
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(headers['x-content-type-options']).toBe('nosniff')
  const lines = payload.split('\n')
  expect(lines).toHaveLength(7)
  expect(lines.at(-1)).toBe('')
  expect(lines[0]).toMatch(/^Snowglobe \d+\.\d+\.\d+\S*: a miniature Avalanche network/)
  expect(payload).not.toContain('127.0.0.1')

  const paths = [...payload.matchAll(/GET (\/\S+?);?(?=\s)/g)].map(([, path = '']) => path)
  expect(paths).toHaveLength(3)
  for (const url of paths) expect((await server.inject(url)).statusCode, url).toBe(200)
})

test('HEAD / has the headers of GET / and no body', async () => {
  const server = await start()
  const get = await server.inject({ url: '/', headers: curl })
  const head = await server.inject({ method: 'HEAD', url: '/', headers: curl })
  expect([head.statusCode, head.payload]).toEqual([200, ''])
  for (const name of ['content-type', 'content-length', 'cache-control'])
    expect(head.headers[name], name).toBe(get.headers[name])
})

test('the introduction needs no token, names no token, and leaves no journal entry', async () => {
  const server = await start({ adminToken: 'sesame' })
  const response = await server.inject({
    url: '/',
    headers: { ...curl, host: 'elsewhere.example' },
  })
  expect(response.statusCode).toBe(200)
  expect(response.payload).not.toMatch(/sesame|elsewhere/)
  expect(await server.requests.list()).toMatchObject({ requests: [] })
})

test.each(['POST', 'DELETE', 'OPTIONS'] as const)(
  '%s / is not the introduction',
  async (method) => {
    const { payload } = await (await start()).inject({ method, url: '/' })
    expect(payload).not.toContain('miniature')
  },
)

test('a query or a further slash makes another path, which the Data API answers with 404', async () => {
  const server = await start()
  for (const url of ['/?page=1', '//'])
    expect((await server.inject({ url, headers: curl })).json()).toMatchObject({ statusCode: 404 })
})

test('without a control plane the root is a 404 of the Data API', async () => {
  const server = await start({ noAdmin: true })
  expect((await server.inject({ url: '/', headers: curl })).json()).toMatchObject({
    statusCode: 404,
    error: 'Not Found',
  })
})

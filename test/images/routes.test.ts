import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { talk } from '../support/raw.ts'
import { send } from '../support/send.ts'
import { startServer } from '../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterEach(() => server.reset())
afterAll(() => server?.close())

const avax = '/_images/tokens/avax.svg'

test('an image is an SVG that pages of any origin show and that loads nothing', async () => {
  const { statusCode, headers, body } = await server.inject(avax)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'public, max-age=86400',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  })
  expect(body).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /)
})

test('HEAD has the headers of GET and no body', async () => {
  const { headers: request } = await send(server.url, { path: avax })
  const { status, headers, body } = await send(server.url, { method: 'HEAD', path: avax })
  expect({ status, body }).toEqual({ status: 200, body: '' })
  expect({ ...headers, date: '' }).toEqual({ ...request, date: '' })
})

const notThere = [
  ...['/_images', '/_images/', '/_images/.svg', '/_images/tokens', '/_images/tokens/avax'],
  ...['/_images/tokens/avax.png', '/_images/tokens/avax.svg/', '/_images/tokens//avax.svg'],
  ...['/_images//avax.svg', '/_images/AVAX.svg', '/_images/a.b.svg', '/_images/a_b.svg'],
  ...['/_images/../etc/passwd.svg', '/_images/%2e%2e/x.svg', '/_images/tokens%2Favax.svg'],
  ...['/_images/%zz.svg', '/_images/%00.svg', '/_images/%3Cscript%3E.svg', '/_images/a%20b.svg'],
  ...['/_images/%F0%9F%92%A5.svg', `/_images/${'a'.repeat(151)}.svg`],
  ...[`/_images/${'a/'.repeat(4000)}.svg`, `/_images/${'%41'.repeat(2500)}.svg`],
]

test.each(notThere)(
  '%s is not there, as unknown paths of the control plane are not',
  async (url) => {
    const { status, headers, body } = await send(server.url, { path: url })
    expect(status).toBe(404)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    const message = `there is no GET ${url.slice(0, 256)}`
    expect(JSON.parse(body)).toEqual({ error: { code: 'not_found', message } })
  },
)

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'] as const)(
  '%s is not there',
  async (method) => {
    const { statusCode, body } = await server.inject({ method, url: avax, payload: '{"a":' })
    const message = `there is no ${method} ${avax}`
    expect({ statusCode, body: JSON.parse(body) }).toEqual({
      statusCode: 404,
      body: { error: { code: 'not_found', message } },
    })
  },
)

test('a query means nothing, and paths that only begin alike are no images', async () => {
  const plain = await server.inject(avax)
  expect((await server.inject(`${avax}?size=<b>`)).body).toBe(plain.body)
  const { body } = await server.inject('/_imagesque/tokens/avax.svg')
  expect(JSON.parse(body)).toMatchObject({ statusCode: 404, error: 'Not Found' })
})

test('the longest name is drawn', async () => {
  expect((await server.inject(`/_images/${'a'.repeat(150)}.svg`)).statusCode).toBe(200)
})

test('the journal does not tell of images, nor of those that are not there', async () => {
  for (const path of [avax, ...notThere]) await send(server.url, { path })
  await server.inject({ method: 'POST', url: avax })
  expect((await server.requests.list()).requests).toEqual([])
})

test('rules, scenarios and limits of the world do not meet images', async () => {
  await server.faults.add({ respond: { status: 503 } })
  await server.limits.set({ rateLimit: '1/min', auth: 'required' })
  for (let i = 0; i < 3; i++) {
    expect((await server.inject(avax)).statusCode).toBe(200)
    expect((await server.inject('/_images/none')).statusCode).toBe(404)
  }
  const { statusCode } = await server.inject({
    url: avax,
    headers: { 'x-snowglobe-fault': '500', 'x-snowglobe-world': 'NO NAME' },
  })
  expect(statusCode).toBe(200)
})

test('a connection goes on after images that are not there', async () => {
  const { port } = new URL(server.url)
  const ask = (url: string, last = '') => `GET ${url} HTTP/1.1\r\nhost: x\r\n${last}\r\n`
  const text = await talk(
    Number(port),
    ask('/_images/%zz.svg') + ask(avax, 'connection: close\r\n'),
  )
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    '404',
    '200',
  ])
})

test('images are there without the control plane and with its token', async () => {
  for (const options of [{ noAdmin: true }, { adminToken: 'secret' }]) {
    const other = await startServer(options)
    expect((await other.inject(avax)).body).toBe((await server.inject(avax)).body)
    expect((await other.inject('/_images/none')).statusCode).toBe(404)
    await other.close()
  }
})

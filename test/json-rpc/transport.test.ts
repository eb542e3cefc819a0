import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodeId, startNode } from './support/node-app.ts'
import { exchange, requestText } from './support/raw-http.ts'

let node: Awaited<ReturnType<typeof startNode>>
beforeAll(async () => {
  node = await startNode()
})
afterAll(() => node.close())

const call = '{"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}'
const response = '{"jsonrpc":"2.0","result":{"networkID":"1"},"id":1}\n'
const json = { 'Content-Type': 'application/json' }

test.each(['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'PROPFIND', 'TRACE'])(
  '%s on a known path is 405 and names the method',
  async (method) => {
    const { status, body, valuesOf } = await node.send(`${method} /ext/info HTTP/1.1`)
    expect({ status, body }).toEqual({
      status: 405,
      body: `rpc: POST method required, received ${method}`,
    })
    expect(valuesOf('content-type')).toEqual(['text/plain; charset=utf-8'])
    expect(valuesOf('allow')).toEqual([])
    expect(valuesOf('x-content-type-options')).toEqual([])
    expect(valuesOf('node-id')).toEqual([nodeId])
    expect(valuesOf('vary')).toEqual(['Origin'])
  },
)

test('HEAD on a known path is 405 without a body', async () => {
  const { status, body, valuesOf } = await node.send('HEAD /ext/info HTTP/1.1')
  expect({ status, body }).toEqual({ status: 405, body: '' })
  expect(valuesOf('node-id')).toEqual([nodeId])
})

test.each([
  [undefined, ''],
  ['text/plain', 'text/plain'],
  ['application/json ; charset=utf-8', 'application/json '],
  ['application/json-rpc', 'application/json-rpc'],
  ['application/json,', 'application/json,'],
  ['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded'],
  ['Text/Plain; charset=utf-8', 'Text/Plain'],
  ['///', '///'],
])('a POST of Content-Type %j is 415 and names %j', async (type, named) => {
  const { status, body, valuesOf } = await node.send(
    'POST /ext/info HTTP/1.1',
    { 'Content-Type': type },
    call,
  )
  expect({ status, body }).toEqual({
    status: 415,
    body: `rpc: unrecognized Content-Type: ${named}`,
  })
  expect(valuesOf('content-type')).toEqual(['text/plain; charset=utf-8'])
  expect(valuesOf('x-content-type-options')).toEqual([])
})

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/json;',
  'APPLICATION/JSON',
  'application/json; anything==',
])('a POST of Content-Type %j is answered', async (type) => {
  const { status, body } = await node.send(
    'POST /ext/info HTTP/1.1',
    { 'Content-Type': type },
    call,
  )
  expect({ status, body }).toEqual({ status: 200, body: response })
})

const unknownPaths = [
  '/ext',
  '/ext/',
  '/ext/nope',
  '/ext/index',
  '/ext/index/X',
  '/ext/INFO',
  '/ext/info/',
  '/ext/index/X/tx/',
  '/ext/index/x/tx',
  '/ext/index/avm/tx',
  '/ext/index/P/tx',
]
test.each(
  ['GET', 'POST', 'OPTIONS', 'PROPFIND'].flatMap((method) =>
    unknownPaths.map((path) => `${method} ${path}`),
  ),
)('%s is 404 in text', async (request) => {
  const { status, body, valuesOf } = await node.send(`${request} HTTP/1.1`, json, '{')
  expect({ status, body }).toEqual({ status: 404, body: '404 page not found\n' })
  expect(valuesOf('content-type')).toEqual(['text/plain; charset=utf-8'])
  expect(valuesOf('x-content-type-options')).toEqual(['nosniff'])
  expect(valuesOf('node-id')).toEqual([nodeId])
  expect(valuesOf('vary')).toEqual(['Origin'])
})

test.each([
  ['//ext/info', '/ext/info'],
  ['/ext//info', '/ext/info'],
  ['/ext/./info', '/ext/info'],
  ['/ext/nope/../info', '/ext/info'],
  ['/ext/%2e/info', '/ext/info'],
  ['/ext//info/', '/ext/info/'],
  ['/ext//info?x=1', '/ext/info?x=1'],
  ['/ext//n%c3%b6pe', '/ext/n%C3%B6pe'],
  ['/ext//a%3fb', '/ext/a%3Fb'],
])('the unclean path %s is sent on to %s', async (path, location) => {
  for (const method of ['POST', 'GET']) {
    const request = requestText(`${method} ${path} HTTP/1.1`, json, call)
    const { status, body, valuesOf } = await exchange(node.port, Buffer.from(request))
    expect({ status, body }).toEqual({ status: 301, body: '' })
    expect(valuesOf('location')).toEqual([location])
    expect(valuesOf('content-type')).toEqual([])
    expect(valuesOf('node-id')).toEqual([nodeId])
  }
})

test.each(['/ext/info?x=1', '/ext/info?', '/ext/%69nfo', '/%65xt/info'])(
  '%s is the same as /ext/info',
  async (path) => {
    const { status, body } = await node.send(`POST ${path} HTTP/1.1`, json, call)
    expect({ status, body }).toEqual({ status: 200, body: response })
  },
)

test('the header that bypasses paths leads nowhere', async () => {
  for (const value of ['', 'some-vm']) {
    const { status, body, valuesOf } = await node.send(
      'POST /ext/info HTTP/1.1',
      { ...json, 'Avalanche-Api-Route': value },
      call,
    )
    expect({ status, body }).toEqual({ status: 404, body: '' })
    expect(valuesOf('content-type')).toEqual([])
    expect(valuesOf('node-id')).toEqual([nodeId])
  }
})

test('HTTP/1.1 without Host is 400, HTTP/1.0 without Host is answered', async () => {
  const headers = { ...json, Host: undefined }
  expect((await node.send('POST /ext/info HTTP/1.1', headers, call)).status).toBe(400)
  expect(await node.send('POST /ext/info HTTP/1.0', headers, call)).toMatchObject({
    status: 200,
    body: response,
  })
})

test('a response has its headers, one line of JSON, and nothing compressed', async () => {
  const { status, body, valuesOf } = await node.post(call, { 'Accept-Encoding': 'gzip' })
  expect({ status, body }).toEqual({ status: 200, body: response })
  expect(valuesOf('content-type')).toEqual(['application/json; charset=utf-8'])
  expect(valuesOf('x-content-type-options')).toEqual(['nosniff'])
  expect(valuesOf('node-id')).toEqual([nodeId])
  expect(valuesOf('vary')).toEqual(['Origin'])
  expect(valuesOf('content-encoding')).toEqual([])
})

test('Content-Encoding of the request is ignored', async () => {
  expect((await node.post(call, { 'Content-Encoding': 'gzip' })).body).toBe(response)
})

test('a chunked request is read', async () => {
  const chunks = [call.slice(0, 9), call.slice(9)].map(
    (chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`,
  )
  const head = requestText('POST /ext/info HTTP/1.1', { ...json, 'Transfer-Encoding': 'chunked' })
  expect((await exchange(node.port, `${head}${chunks.join('')}0\r\n\r\n`)).body).toBe(response)
})

test('Expect: 100-continue is served', async () => {
  const { status, body } = await node.post(call, { Expect: '100-continue' })
  // The interim response comes first; what follows it is the real one.
  expect(status).toBe(100)
  expect(body).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(body.endsWith(response)).toBe(true)
})

test('each path has one service', async () => {
  const last = '{"jsonrpc":"2.0","id":1,"method":"index.getLastAccepted"}'
  const toIndex = (body: string) => node.send('POST /ext/index/X/tx HTTP/1.1', json, body)
  expect((await toIndex(last)).body).toBe('{"jsonrpc":"2.0","result":{"id":"last"},"id":1}\n')
  expect((await toIndex(call)).body).toContain(`can't find service \\"info.GetNetworkID\\"`)
  expect((await node.post(last)).body).toContain(`can't find service \\"index.GetLastAccepted\\"`)
})

test('a body above 128 KiB is 413 in text, whether its length is given or not', async () => {
  const head = { ...json, 'Content-Length': String(128 * 1024 + 1) }
  const reported = await exchange(node.port, requestText('POST /ext/info HTTP/1.1', head))
  expect({ status: reported.status, body: reported.body }).toEqual({
    status: 413,
    body: 'request body too large\n',
  })
  expect(reported.valuesOf('content-type')).toEqual(['text/plain; charset=utf-8'])
  expect(reported.valuesOf('node-id')).toEqual([nodeId])
  const chunk = ' '.repeat(128 * 1024 + 1)
  const chunked = requestText('POST /ext/info HTTP/1.1', {
    ...json,
    'Transfer-Encoding': 'chunked',
  })
  const untold = await exchange(node.port, `${chunked}${chunk.length.toString(16)}\r\n${chunk}\r\n`)
  expect(untold.status).toBe(413)
  const padded = `${' '.repeat(128 * 1024 - call.length)}${call}`
  expect((await node.post(padded)).body).toBe(response)
})

test('a wrong value of our own header is refused with an ErrorBody', async () => {
  const { status, body } = await node.post(call, { 'x-snowglobe-dialect': 'klingon' })
  expect(status).toBe(400)
  expect(JSON.parse(body)).toMatchObject({ error: 'Bad Request', statusCode: 400 })
})

test('the dialect follows the header, then the look of the arguments, and is named', async () => {
  const ask = async (params: string, headers: Record<string, string> = {}) => {
    const { body, valuesOf } = await node.post(
      `{"jsonrpc":"2.0","id":1,"method":"info.dialect","params":${params}}`,
      headers,
    )
    const { result } = JSON.parse(body)
    expect(valuesOf('x-snowglobe-dialect')).toEqual([result])
    return result
  }
  expect(await ask('{}')).toBe('documented')
  expect(await ask('{"endIndex":5}')).toBe('live')
  expect(await ask('{"endIndex":5}', { 'x-snowglobe-dialect': 'documented' })).toBe('documented')
  expect(await ask('{}', { 'x-snowglobe-dialect': 'live' })).toBe('live')
  expect(await ask('{}', { 'x-glacier-api-key': 'k' })).toBe('live')
})

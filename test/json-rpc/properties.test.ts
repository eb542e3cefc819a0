import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JsonSyntaxError, type RawValue, scanValue } from '../../src/json-rpc/json-scanner.ts'
import { startNode } from './support/node-app.ts'

let node: Awaited<ReturnType<typeof startNode>>
beforeAll(async () => {
  node = await startNode()
})
afterAll(() => node.close())

const post = (payload: string | Buffer) =>
  node.app.inject({
    method: 'POST',
    url: '/ext/info',
    headers: { 'content-type': 'application/json' },
    payload,
  })

/** Texts that are nearly JSON. */
const almostJson = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'{}[]:,"\\ \n0-1.eE+',
        'u00e9',
        'true',
        'fals',
        'null',
        '"a"',
        '1e2',
        '\\"',
      ),
      fc.string({ maxLength: 2 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

test('the scanner takes what JSON.parse takes, and a first value where more follows', () => {
  fc.assert(
    fc.property(almostJson, (text) => {
      const whole = parsed(text)
      try {
        const raw = scanValue(text, 0).text
        if (whole.ok) expect(raw).toBe(text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''))
        expect(parsed(raw).ok).toBe(true)
        expect(text.replace(/^[ \t\r\n]+/, '').startsWith(raw)).toBe(true)
      } catch (error) {
        expect(error).toBeInstanceOf(JsonSyntaxError)
        expect(whole.ok).toBe(false)
      }
    }),
    { numRuns: 5_000 },
  )
})

test('the scanner gives members and elements as they are, down to the depth that is requested', () => {
  const spaces = fc.constantFrom(0, 1, '\t', '\r\n ')
  fc.assert(
    fc.property(fc.jsonValue(), spaces, fc.nat(4), (generated, space, depth) => {
      const text = JSON.stringify(generated, null, space)
      expect(readBack(scanValue(text, depth))).toEqual(partsOf(JSON.parse(text), depth))
    }),
    { numRuns: 1_000 },
  )
})

interface Part {
  name: string | undefined
  value: unknown
  parts: Part[]
}

const readBack = ({ name, text, parts }: RawValue): Part => ({
  name: name === undefined ? undefined : JSON.parse(name),
  value: JSON.parse(text),
  parts: parts.map(readBack),
})

/** The parts of a value as JSON.parse has them. */
function partsOf(value: unknown, depth: number, name?: string): Part {
  if (depth === 0 || value === null || typeof value !== 'object') return { name, value, parts: [] }
  const parts = Array.isArray(value)
    ? value.map((element) => partsOf(element, depth - 1))
    : Object.entries(value).map(([key, member]) => partsOf(member, depth - 1, key))
  return { name, value, parts }
}

test('every id comes back as it was sent, without the whitespace around its tokens', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.jsonValue().filter((id) => id !== null),
      fc.constantFrom(0, 1, '\t', '\r\n '),
      fc.boolean(),
      async (id, space, refused) => {
        const method = refused ? 'info.nope' : 'info.getNetworkID'
        const sent = JSON.stringify(id, null, space)
        const { statusCode, body } = await post(
          `{"jsonrpc":"2.0","id":${sent},"method":"${method}"}`,
        )
        const echoed = escaped(JSON.stringify(id))
        expect(statusCode).toBe(200)
        expect(body.endsWith(`,"id":${echoed}}\n`)).toBe(true)
        expect(body.indexOf('\n')).toBe(body.length - 1)
      },
    ),
    { numRuns: 300 },
  )
})

test('numbers come back digit by digit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.stringMatching(/^-?(0|[1-9]\d{0,40})(\.\d{1,40})?([eE][+-]?\d{1,5})?$/),
      async (id) => {
        const { body } = await post(`{"jsonrpc":"2.0","id":${id},"method":"info.getNetworkID"}`)
        expect(body).toBe(`{"jsonrpc":"2.0","result":{"networkID":"1"},"id":${id}}\n`)
      },
    ),
    { numRuns: 300 },
  )
})

test('whatever the body is, the response is 200 with nothing or one JSON-RPC object', async () => {
  const requestLike = fc
    .record(
      {
        jsonrpc: fc.oneof(fc.constant('2.0'), fc.jsonValue()),
        id: fc.jsonValue(),
        method: fc.oneof(
          fc.constantFrom('info.say', 'info.count', 'info.identify', 'info.encode'),
          fc.string(),
          fc.jsonValue(),
        ),
        params: fc.oneof(
          fc.jsonValue(),
          fc.dictionary(fc.constantFrom('words', 'number', 'id', 'encoding'), fc.jsonValue()),
        ),
      },
      { requiredKeys: [] },
    )
    .map((request) => JSON.stringify(request))
  const bodies = fc.oneof(
    requestLike,
    almostJson,
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    fc.string({ unit: 'binary' }),
  )
  await fc.assert(
    fc.asyncProperty(bodies, async (payload) => {
      const { statusCode, body } = await post(payload)
      expect(statusCode).toBe(200)
      if (body === '') return
      const response = JSON.parse(body)
      expect(response.jsonrpc).toBe('2.0')
      const members = Object.keys(response).join()
      expect(['jsonrpc,result,id', 'jsonrpc,error,id']).toContain(members)
      if ('error' in response) {
        expect(Object.keys(response.error)).toEqual(['code', 'message', 'data'])
        expect([-32700, -32600, -32000]).toContain(response.error.code)
      }
    }),
    { numRuns: 1_000 },
  )
})

test('whatever the path and method are, the response is none of the 500s', async () => {
  const segment = fc.oneof(
    fc.constantFrom('', '.', '..', 'info', 'index', '%2e', '%2F', '%25ff', '%', '%ff', '%E0%A4'),
    fc.constantFrom('#', ';', '?', '#%ff', ';%ff', '?%ff', '%3B', '%23%', '%3f'),
    fc.string({ maxLength: 5 }).map(encodeURIComponent),
  )
  const url = fc.array(segment, { maxLength: 5 }).map((segments) => `/ext/${segments.join('/')}`)
  const method = fc.constantFrom('GET', 'POST', 'OPTIONS', 'HEAD', 'PROPFIND' as 'GET')
  await fc.assert(
    fc.asyncProperty(url, method, async (url, method) => {
      const { statusCode, headers } = await node.app.inject({ method, url })
      expect([301, 400, 404, 405, 415]).toContain(statusCode)
      if (statusCode === 301) expect(headers.location).toMatch(/^\/($|[^/])/)
    }),
    { numRuns: 1_000 },
  )
})

const parsed = (text: string): { ok: boolean } => {
  try {
    JSON.parse(text)
    return { ok: true }
  } catch {
    return { ok: false }
  }
}

const escaped = (json: string) =>
  json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )

import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { send } from '../support/send.ts'
import { startServer } from '../support/server.ts'

// A call that was made before is answered before the router, with the id that it has this time.

let server: Snowglobe
let unkept: Snowglobe
beforeAll(async () => {
  const options = { httpAllowedHosts: ['known.test'] }
  ;[server, unkept] = await Promise.all([
    startServer(options),
    startServer({ ...options, cacheMb: 0 }),
  ])
})
afterEach(() => Promise.all([server, unkept].map((each) => each.reset())))
afterAll(() => Promise.all([server?.close(), unkept?.close()]))

const json = { 'content-type': 'application/json' }
const call = (
  to: Snowglobe,
  body: string,
  headers: Record<string, string> = {},
  path = '/ext/info',
) => send(to.url, { method: 'POST', path, body, headers: { ...json, ...headers } })

const named = (id: string, method = 'info.getNetworkID') =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":{}}`

test.each([
  ['1', '1'],
  ['1', '0'],
  ['1', '7654321'],
  ['1', '007'],
  ['1', '-5'],
  ['1', '1.5'],
  ['1', '1e3'],
  ['1', '"text"'],
  ['1', 'null'],
  ['1', '99999999999999999999'],
  ['"text"', '"other"'],
])('after the id %s the id %s gets the same response as without a cache', async (first, second) => {
  await call(server, named(first))
  const again = await call(server, named(second))
  const fresh = await call(unkept, named(second))
  expect({ ...again.headers, date: '' }).toEqual({ ...fresh.headers, date: '' })
  expect([again.status, again.body]).toEqual([fresh.status, fresh.body])
})

test.each([
  [
    'whose number stands in the params',
    '{"jsonrpc":"2.0","method":"info.isBootstrapped","params":{"chain":"P","id":7},"id":1}',
    '{"jsonrpc":"2.0","method":"info.isBootstrapped","params":{"chain":"P","id":8},"id":2}',
  ],
  [
    'with two ids',
    '{"id":5,"jsonrpc":"2.0","method":"info.getNetworkID","id":6}',
    '{"id":7,"jsonrpc":"2.0","method":"info.getNetworkID","id":8}',
  ],
  [
    'whose id is written otherwise',
    '{"jsonrpc":"2.0","ID":1,"method":"info.getNetworkID"}',
    '{"jsonrpc":"2.0","ID":2,"method":"info.getNetworkID"}',
  ],
  [
    'with spaces',
    '{"jsonrpc": "2.0", "id": 1, "method": "info.getNetworkID"}',
    '{"jsonrpc": "2.0", "id": 22, "method": "info.getNetworkID"}',
  ],
  ['of an unknown method', named('1', 'info.nothing'), named('2', 'info.nothing')],
  ['with something behind it', `${named('1')} x`, `${named('2')} x`],
  [
    'with text beyond ASCII',
    '{"jsonrpc":"2.0","id":1,"method":"info.getBlockchainID","params":{"alias":"é"}}',
    '{"jsonrpc":"2.0","id":2,"method":"info.getBlockchainID","params":{"alias":"é"}}',
  ],
  [
    'of a service that is not there',
    named('1', 'index.getLastAccepted'),
    named('2', 'index.getLastAccepted'),
  ],
])(
  'a call %s gets the same response each time as without a cache',
  async (_name, first, second) => {
    for (const body of [first, second, second]) {
      const [again, fresh] = [await call(server, body), await call(unkept, body)]
      expect([again.status, again.body]).toEqual([fresh.status, fresh.body])
    }
  },
)

test.each([
  ['of a page', { origin: 'http://a.test' }],
  ['to a host that is not served', { host: 'unknown.test' }],
  ['to a host that is served', { host: 'known.test' }],
  ['as text', { 'content-type': 'text/plain' }],
  ['as JSON of some charset', { 'content-type': 'application/json; charset=utf-8' }],
  ['for a VM', { 'avalanche-api-route': 'x' }],
  ['in the live dialect', { 'x-snowglobe-dialect': 'live' }],
  ['in no dialect', { 'x-snowglobe-dialect': 'old' }],
  ['that asks for a fault', { 'x-snowglobe-fault': '503' }],
])(
  'a call %s gets the same response as without a cache',
  async (_name, headers: Record<string, string>) => {
    const body = named('3', 'info.getVMs')
    for (let i = 0; i < 2; i++) await call(server, body)
    const [again, fresh] = [await call(server, body, headers), await call(unkept, body, headers)]
    expect({ ...again.headers, date: '' }).toEqual({ ...fresh.headers, date: '' })
    expect([again.status, again.body]).toEqual([fresh.status, fresh.body])
  },
)

test('a body that only looks like one that was cached gets the same response as without a cache', async () => {
  const cachedWith = (space: string) =>
    `{"jsonrpc":"2.0","method":"info.getNetworkID","params":{"id":${space}5},"id":1}`
  const parts = ['"id": ', '"id":', ' ', '5', '7', '}', ',', '{', '"params":', '1', '"x":']
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(cachedWith(''), cachedWith(' '), cachedWith('  ')),
      fc.array(fc.record({ at: fc.nat(90), cut: fc.nat(4), part: fc.constantFrom('', ...parts) }), {
        minLength: 1,
        maxLength: 4,
      }),
      async (first, changes) => {
        await call(server, first)
        const body = changes.reduce(
          (text, { at, cut, part }) => text.slice(0, at) + part + text.slice(at + cut),
          first,
        )
        const [again, fresh] = await Promise.all([call(server, body), call(unkept, body)])
        expect([again.status, again.body], body).toEqual([fresh.status, fresh.body])
      },
    ),
    {
      numRuns: 300,
      examples: [
        [
          cachedWith('  '),
          [
            { at: 61, cut: 3, part: '7 5' },
            { at: 71, cut: 1, part: ' ' },
          ],
        ],
      ],
    },
  )
})

test('arguments that identify the client are checked each time', async () => {
  const request = (numbers: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"index.getContainerRange","params":{"startIndex":0,${numbers},"encoding":"hex"}}`
  const dialects: unknown[] = []
  for (const numbers of ['"numToFetch":1', '"endIndex":1', '"numToFetch":1', '"endIndex":1']) {
    const { headers } = await call(server, request(numbers), {}, '/ext/index/P/block')
    dialects.push(headers['x-snowglobe-dialect'])
  }
  expect(dialects).toEqual(['documented', 'live', 'documented', 'live'])
})

test('a call is answered by the world as it is now', async () => {
  const last = () =>
    call(server, named('1', 'index.getLastAccepted'), {}, '/ext/index/P/block').then(
      ({ body }) => body,
    )
  const before = await last()
  expect(await last()).toBe(before)
  await server.act({ do: 'fund', to: 'ewoq', chain: 'P', amount: '1' })
  expect(await last()).not.toBe(before)
  await server.scenarios.set('node', { personality: 'public' })
  const { body } = await call(server, named('1', 'info.getNodeID'))
  expect(body).toContain("can't find method")
})

test('calls that are answered again are remembered with their bodies and counted by their methods', async () => {
  for (const id of ['1', '2', '3']) await call(server, named(id))
  const { requests } = await server.requests.list()
  expect(requests.map(({ operation, status, dialect }) => [operation, status, dialect])).toEqual(
    Array(3).fill(['info.getNetworkID', 200, 'documented']),
  )
  const bodies = await Promise.all(requests.map(({ id }) => server.requests.get(id)))
  expect(bodies.map(({ body }) => body)).toEqual(['3', '2', '1'].map((id) => named(id)))
})

import fc from 'fast-check'
import { anyRequest } from './any-request.ts'
import { calls, questions } from './caching.ts'

/** Client input on one connection, in separate pieces, and the number of its requests. */
export interface Conversation {
  readonly pieces: readonly string[]
  readonly requests: number
  /** Whether it changes something, so that nothing else may run at the same time. */
  readonly changes: boolean
  /** Whether it sends a request whose connection a rule resets, while there is that rule. */
  readonly mayBeReset: boolean
}

/** Method that delimits a body from the next request. */
type Framing = 'length' | 'chunks' | 'late chunks' | 'late length'

interface Written {
  readonly method: string
  readonly path: string
  readonly version?: string
  readonly headers: readonly string[]
  readonly body?: string | undefined
  readonly framing?: Framing
}

const owner = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'
const json = 'content-type: application/json'

/** Headers that concern a guard, the connection or no component. */
const extra = fc.constantFrom(
  ...['x-snowglobe-world: default', 'x-snowglobe-world: other', 'x-snowglobe-world: Ä'],
  ...['x-snowglobe-world: default\r\nx-snowglobe-world: other', 'x-snowglobe-world:'],
  ...[
    'x-data-api-key: sg_other',
    'x-glacier-api-key: sg_default',
    `x-data-api-key: ${'k'.repeat(600)}`,
  ],
  ...['x-snowglobe-fault: 503', 'x-snowglobe-fault: 418', 'x-snowglobe-fault: 429'],
  ...['x-snowglobe-dialect: live', 'x-snowglobe-dialect: neither', 'x-application-name: core'],
  ...['te: trailers', 'trailer: x', 'upgrade: websocket', 'keep-alive: timeout=1'],
  ...['connection: x-data-api-key', 'proxy-connection: close', 'proxy-authorization: Basic eA=='],
  ...['expect: 100-continue', 'expect: nothing', 'x-snowglobe-handed-over: {}', 'x-list: a'],
  ...[
    'origin: http://evil.example',
    'sec-fetch-site: cross-site',
    'accept: text/html',
    'cookie: a',
  ],
  ...['if-none-match: *', 'accept-encoding: gzip', 'range: bytes=0-9', 'x-list: b', 'cookie: b'],
  `x-long: ${'l'.repeat(15_000)}`,
  `x-quotes: ${'"'.repeat(15_000)}`,
)
const extras = fc.oneof(
  { weight: 3, arbitrary: fc.constant<string[]>([]) },
  { weight: 2, arbitrary: fc.array(extra, { maxLength: 4 }) },
)
const framing = fc.constantFrom<Framing>('length', 'length', 'chunks', 'late chunks', 'late length')

const question = fc
  .tuple(
    fc.constantFrom(...questions),
    extras,
    fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS'),
  )
  .map(([path, headers, method]): Written => ({ method, path, headers }))

const call = fc.tuple(fc.constantFrom(...calls), fc.nat(1e6), extras, framing).map(
  ([[path, method, params], id, headers, how]): Written => ({
    method: 'POST',
    path,
    headers: [json, ...headers],
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    framing: how,
  }),
)

const odd = fc.tuple(anyRequest, extras, framing).map(
  ([{ method, path, headers, payload }, more, how]): Written => ({
    method,
    path,
    headers: [...Object.entries(headers).map((pair) => pair.join(': ')), ...more],
    body: payload,
    framing: how,
  }),
)

const controlPaths = [
  ...['live', 'ready', 'world', 'clock', 'snapshots', 'cast', 'worlds', 'faults', 'scenarios'],
  ...['limits', 'gaps', 'openapi.json', 'faults/none', 'scenarios/none', 'nothing', '', '%zz'],
]
const control = fc
  .tuple(
    fc.constantFrom('/_admin/', '/%5fadmin/', '/_admi%6e/', '/_admin%2f', '//_admin/', '/_ADMIN/'),
    fc.constantFrom(...controlPaths),
    extras,
    fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE'),
  )
  .map(([prefix, name, headers, method]): Written => ({ method, path: prefix + name, headers }))

const elsewhere = fc
  .tuple(
    fc.constantFrom(
      ...['/', '/?a', '/index.html', '/v1/%zz', '//ext/info', '/ext/info/', '/v1/chains/', '*'],
      ...['http://elsewhere/v1/chains', '/v1/chains#x', `/v1/${'x'.repeat(9_000)}`, '/ext/%69nfo'],
      ...['/v1/chains?rltoken=sg_other', '/v2/chains?rltoken=', '/v1/live-check', '/openapi.json'],
    ),
    extras,
    fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'DELETE'),
    fc.constantFrom('1.1', '1.1', '1.0'),
  )
  .map(([path, headers, method, version]): Written => ({ method, path, headers, version }))

const request = fc.oneof(
  { weight: 8, arbitrary: question },
  { weight: 4, arbitrary: call },
  { weight: 4, arbitrary: odd },
  { weight: 2, arbitrary: control },
  { weight: 1, arbitrary: elsewhere },
)

type Change = readonly [method: string, path: string, body?: unknown]

const change = fc.constantFrom<Change>(
  ...['1s', '90s', '6h', '1d'].map((by): Change => ['POST', 'clock/advance', { by }]),
  ['POST', 'clock/advance', { by: '-1s' }],
  ['POST', 'actions', { do: 'fund', to: owner, chain: 'P', amount: '1', network: 'mainnet' }],
  ['POST', 'actions', { do: 'nothing' }],
  ['POST', 'blocks', { chain: 'C', count: 2 }],
  ['POST', 'reset', {}],
  ['POST', 'reset', { parts: ['world'] }],
  ['POST', 'reset', { parts: ['faults'] }],
  ['POST', 'faults', { id: 'late', match: { path: '/v1/**' }, delay: { ms: 3 } }],
  ['POST', 'faults', { id: 'gone', match: { path: '/v2/**' }, connection: 'reset' }],
  ['POST', 'faults', { id: 'half', match: { path: '/ext/**' }, connection: 'truncate' }],
  ['POST', 'faults', { id: 'cut', respond: { status: 502 }, match: { path: '/v1/chains' } }],
  ['DELETE', 'faults'],
  ['DELETE', 'faults'],
  ['PUT', 'limits', { auth: 'required', keys: [{ key: 'one' }] }],
  ['POST', 'reset', { parts: ['limits', 'faults'] }],
  ['POST', 'snapshots', { name: 'here' }],
  ['POST', 'snapshots/here/restore'],
  ['DELETE', 'snapshots/here'],
  ['PUT', 'worlds/other', {}],
  ['DELETE', 'worlds/other'],
  ['PUT', 'scenarios/stalled-indexer', {}],
  ['DELETE', 'scenarios/stalled-indexer'],
  ['POST', 'import', { nothing: true }],
)

const changing = fc
  .tuple(change, fc.constantFrom('', '', '', 'x-snowglobe-world: other'), framing)
  .map(
    ([[method, path, body], world, how]): Written => ({
      method,
      path: `/_admin/${path}`,
      headers: world === '' ? [] : [world],
      body: body === undefined ? undefined : JSON.stringify(body),
      framing: how,
    }),
  )

/** Splits a request into head and body; a late body comes in two pieces. */
function piecesOf(written: Written, isLast: boolean): string[] {
  const { method, path, version = '1.1', headers, body, framing: how = 'length' } = written
  const isChunked = how === 'chunks' || how === 'late chunks'
  const bytes = Buffer.from(body ?? '').toString('latin1')
  const lines = [
    `${method} ${path} HTTP/${version}`,
    'host: localhost',
    ...headers,
    ...(body === undefined
      ? []
      : [isChunked ? 'transfer-encoding: chunked' : `content-length: ${bytes.length}`]),
    ...(isLast ? ['connection: close'] : []),
  ]
  const head = `${lines.join('\r\n')}\r\n\r\n`
  if (body === undefined) return [head]
  const chunk = bytes === '' ? '' : `${bytes.length.toString(16)}\r\n${bytes}\r\n`
  const framed = isChunked ? `${chunk}0\r\n\r\n` : bytes
  return how.startsWith('late') ? [head, framed] : [head + framed]
}

function written(all: readonly Written[], changes: boolean): Conversation {
  const pieces: string[] = ['']
  for (const [at, each] of all.entries()) {
    const [first = '', ...late] = piecesOf(each, at === all.length - 1)
    pieces.push(`${pieces.pop()}${first}`, ...late)
  }
  const mayBeReset = all.some(({ path }) => path.startsWith('/v2/'))
  return { pieces, requests: all.length, changes, mayBeReset }
}

/** About one conversation of a hundred changes something. */
export const anyConversation: fc.Arbitrary<Conversation> = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.array(request, { minLength: 1, maxLength: 6 }).map((all) => written(all, false)),
  },
  { weight: 1, arbitrary: changing.map((one) => written([one], true)) },
)

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewFaultRule } from '../../schemas/control/faults.ts'
import { connect } from '../../src/control/client/connect.ts'
import { type RunningServer, startServerProcess, stopCommands } from '../support/command.ts'
import { type RawResponse, send } from '../support/send.ts'

const servers: Record<string, RunningServer> = {}
beforeAll(async () => {
  servers['one process'] = await startServerProcess()
  servers['two readers'] = await startServerProcess(['--workers', '2'])
})
afterAll(stopCommands)

type Outcome = Partial<RawResponse> & { readonly error?: string; readonly milliseconds: number }
type Request = Parameters<typeof send>[1]

/** Rule with a field, and what requests meet under it; without a response there is an error. */
interface Row {
  readonly field: string
  readonly rule: NewFaultRule
  /** In their order, on connections of their own. */
  readonly requests: readonly (readonly [Request, (outcome: Outcome) => unknown])[]
}

const down: NewFaultRule = { respond: { status: 503 } }
const blocks: Request = { path: '/v1/chains/43114/blocks?pageSize=1' }
const chains: Request = { path: '/v1/chains' }
const json = { 'content-type': 'application/json' }
const posted = (path: string, body: string): Request => ({
  ...{ method: 'POST', path, body },
  headers: json,
})
const rpc = (method: string, path = '/ext/info') =>
  posted(path, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }))
const signatures = '/v1/signatureAggregator/mainnet/aggregateSignatures'

const is = (status: number) => (outcome: Outcome) => expect(outcome.status).toBe(status)
const isDown = is(503)
const isUp = (outcome: Outcome) => expect(outcome.status).not.toBe(503)
const isLate = ({ milliseconds }: Outcome) => expect(milliseconds).toBeGreaterThanOrEqual(99)
const bodyOf = ({ body = '' }: Outcome) => JSON.parse(body)

const body = (
  field: string,
  condition: NonNullable<NonNullable<NewFaultRule['match']>['body']>,
): Row => ({
  field: `match.body.${field}`,
  rule: { match: { body: condition }, ...down },
  requests: [
    [posted(signatures, '{"message":"0x01","more":[1,2]}'), isDown],
    [posted(signatures, '{"message":"0x02"}'), isUp],
    [blocks, isUp],
  ],
})

const rows: readonly Row[] = [
  {
    field: 'id',
    rule: down,
    requests: [[blocks, ({ headers }) => expect(headers?.['x-snowglobe-fault']).toBe('it')]],
  },
  {
    field: 'match.interface',
    rule: { match: { interface: 'info' }, ...down },
    requests: [
      [rpc('info.peers'), isDown],
      [blocks, isUp],
    ],
  },
  {
    field: 'match.operation',
    rule: { match: { operation: 'listEvmBlocks' }, ...down },
    requests: [
      [blocks, isDown],
      [chains, isUp],
    ],
  },
  {
    field: 'match.method',
    rule: { match: { method: 'POST' }, ...down },
    requests: [
      [rpc('info.peers'), isDown],
      [blocks, isUp],
    ],
  },
  {
    field: 'match.path',
    rule: { match: { path: '/v1/chains/*/blocks' }, ...down },
    requests: [
      [blocks, isDown],
      [chains, isUp],
    ],
  },
  {
    field: 'match.query',
    rule: { match: { query: { pageSize: '1' } }, ...down },
    requests: [
      [blocks, isDown],
      [chains, isUp],
    ],
  },
  {
    field: 'match.headers',
    rule: { match: { headers: { 'x-one': { glob: 'a*' } } }, ...down },
    requests: [
      [{ ...blocks, headers: { 'x-one': 'ab' } }, isDown],
      [blocks, isUp],
    ],
  },
  body('equals', { equals: '{"message":"0x01","more":[1,2]}' }),
  body('glob', { glob: '*0x01*' }),
  body('json', { json: { more: [1, 2], message: '0x01' } }),
  body('partial', { partial: { message: '0x01' } }),
  body('paths[].path', { paths: [{ path: '$.more' }] }),
  body('paths[].equals', { paths: [{ path: '$.more[1]', equals: 2 }] }),
  body('paths[].glob', { paths: [{ path: '$.message', glob: '*1' }] }),
  {
    field: 'match.body.paths[].absent',
    rule: { match: { body: { paths: [{ path: '$.more', absent: true }] } }, ...down },
    requests: [
      [posted(signatures, '{}'), isDown],
      [posted(signatures, '{"more":1}'), isUp],
    ],
  },
  {
    field: 'match.network',
    rule: { match: { network: 'fuji' }, ...down },
    requests: [
      [{ path: '/v1/chains/43113/blocks?pageSize=1' }, isDown],
      [blocks, isUp],
    ],
  },
  {
    field: 'match.key',
    rule: { match: { key: 'mine' }, ...down },
    requests: [
      [{ ...blocks, headers: { 'x-glacier-api-key': 'mine' } }, isDown],
      [blocks, isUp],
    ],
  },
  {
    field: 'after',
    rule: { after: 1, ...down },
    requests: [
      [blocks, isUp],
      [blocks, isDown],
    ],
  },
  {
    field: 'times',
    rule: { times: 1, ...down },
    requests: [
      [blocks, isDown],
      [blocks, isUp],
    ],
  },
  {
    field: 'probability',
    rule: { probability: 0, ...down },
    requests: [
      [blocks, isUp],
      [blocks, isUp],
    ],
  },
  {
    field: 'delay.ms',
    rule: { delay: { ms: 100 } },
    requests: [
      [blocks, isLate],
      [blocks, is(200)],
    ],
  },
  {
    field: 'delay.jitterMs',
    rule: { delay: { ms: 100, jitterMs: 10 } },
    requests: [[blocks, isLate]],
  },
  {
    field: 'delay.chunkMs',
    rule: { delay: { ms: 0, chunkMs: 20 } },
    requests: [
      [blocks, isLate],
      [blocks, (outcome) => expect(bodyOf(outcome).blocks).toHaveLength(1)],
    ],
  },
  { field: 'respond.status', rule: { respond: { status: 418 } }, requests: [[blocks, is(418)]] },
  {
    field: 'respond.message',
    rule: { respond: { status: 500, message: 'Lost' } },
    requests: [[blocks, (outcome) => expect(bodyOf(outcome).message).toBe('Lost')]],
  },
  {
    field: 'respond.headers',
    rule: { respond: { status: 429, headers: { 'retry-after': '7' } } },
    requests: [[blocks, ({ headers }) => expect(headers?.['retry-after']).toBe('7')]],
  },
  {
    field: 'respond.text',
    rule: { respond: { status: 200, text: 'plain' } },
    requests: [[blocks, (outcome) => expect(outcome.body).toBe('plain')]],
  },
  {
    field: 'respond.json',
    rule: { respond: { status: 200, json: { a: 1 } } },
    requests: [[blocks, (outcome) => expect(bodyOf(outcome)).toEqual({ a: 1 })]],
  },
  {
    field: 'patch.operations',
    rule: { patch: { operations: [{ op: 'remove', path: '/blocks/0' }] } },
    requests: [[blocks, (outcome) => expect(bodyOf(outcome).blocks).toEqual([])]],
  },
  {
    field: 'patch.merge',
    rule: { patch: { merge: { blocks: null } } },
    requests: [[blocks, (outcome) => expect(bodyOf(outcome)).not.toHaveProperty('blocks')]],
  },
  {
    field: 'patch.status',
    rule: { patch: { merge: {}, status: 203 } },
    requests: [[blocks, is(203)]],
  },
  {
    field: 'patch.headers',
    rule: { patch: { merge: {}, headers: { 'x-two': 'b' } } },
    requests: [[blocks, ({ headers }) => expect(headers?.['x-two']).toBe('b')]],
  },
  {
    field: 'connection',
    rule: { connection: 'empty' },
    requests: [[blocks, ({ error }) => expect(error).toMatch(/socket hang up|ECONNRESET/)]],
  },
  {
    field: 'cors',
    rule: { cors: false },
    requests: [
      [
        { ...blocks, headers: { origin: 'https://app.example' } },
        ({ headers }) => expect(headers).not.toHaveProperty('access-control-allow-origin'),
      ],
    ],
  },
]

test('each field of the table in docs/faults.md has its row here', () => {
  const documented = [...readFileSync('docs/faults.md', 'utf8').matchAll(/^\| `([^`]+)` \|/gm)].map(
    ([, name = '']) => name,
  )
  const leaves = documented.filter(
    (name) =>
      !documented.some((other) => other.startsWith(`${name}.`) || other.startsWith(`${name}[]`)),
  )
  expect(leaves.length).toBeGreaterThan(30)
  expect(rows.map(({ field }) => field)).toEqual(leaves)
})

/** Sends a request on a connection of its own: with readers, any of them may take it. */
async function outcomeOf(url: string, request: Request): Promise<Outcome> {
  const begin = performance.now()
  const late = () => performance.now() - begin
  return send(url, { ...request, headers: { ...request.headers, connection: 'close' } }).then(
    (response) => ({ ...response, milliseconds: late() }),
    ({ message }: Error) => ({ error: message, milliseconds: late() }),
  )
}

test.each(rows.flatMap((row) => ['one process', 'two readers'].map((of) => ({ ...row, of }))))(
  '$field does what its text says, with $of',
  async ({ rule, requests, of }) => {
    const { url } = servers[of] as RunningServer
    const { faults } = connect(url)
    await faults.set('it', rule)
    for (const [request, meets] of requests) meets(await outcomeOf(url, request))
    await faults.clear()
  },
)

import { expect, test } from 'vitest'
import type { NewFaultRule } from '../../../schemas/control/faults.ts'
import { refusalOf, through, transports } from '../../control/support/transports.ts'
import { send } from '../../support/send.ts'
import { startServer } from '../../support/server.ts'
import { blocks, faultyServer, rpc } from './support.ts'

const { server, statusOf } = faultyServer()
const down = { respond: { status: 503 } }
const utxos = '/v1/networks/mainnet/blockchains/p-chain/utxos'

const posted = (body: unknown, headers = {}) => ({
  method: 'POST',
  path: utxos,
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

test.each(transports)('rules match by query and headers, through %s', async (transport) => {
  const { faults } = through(transport, server())
  const chrome = { 'user-agent': 'Mozilla/5.0 (X11; Linux/x64) Chrome/120' }
  const cases: [NewFaultRule['match'], [string, object?][], [string, object?][]][] = [
    [
      { query: { pageSize: '1' } },
      [[blocks], [`${blocks}&pageSize=2`], ['/v1/nothing?pageSize=1'], ['/v1/chains?pageSiz%65=1']],
      [['/v1/chains/43114/blocks?pageSize=2'], ['/v1/chains']],
    ],
    [{ query: { pageToken: { glob: '*' } } }, [[`${blocks}&pageToken=`]], [[blocks]]],
    [{ query: { pageToken: { absent: true } } }, [[blocks]], [[`${blocks}&pageToken=a`]]],
    [{ headers: { 'User-Agent': { glob: '*Chrome/*' } } }, [[blocks, chrome]], [[blocks]]],
    [{ headers: { 'x-one': 'a b' } }, [[blocks, { 'X-One': 'a b' }]], [[blocks, { 'x-one': 'a' }]]],
    [{ headers: { 'x-one': { absent: true } } }, [[blocks]], [[blocks, { 'x-one': '' }]]],
  ]
  for (const [match, fitting, others] of cases) {
    await faults.set('it', { match: match ?? {}, ...down })
    for (const [path, headers] of fitting)
      expect([match, path, await statusOf(path, headers)]).toEqual([match, path, 503])
    for (const [path, headers] of others)
      expect([match, path, await statusOf(path, headers)]).not.toEqual([match, path, 503])
  }
})

test.each(transports)('rules match by body, through %s', async (transport) => {
  const { faults } = through(transport, server())
  const body = { addresses: 'P-avax1x', more: [{ id: 1 }, { id: 2, big: 'b' }] }
  type Body = NonNullable<NonNullable<NewFaultRule['match']>['body']>
  const cases: [Body, unknown[], unknown[]][] = [
    [{ equals: '{ }' }, ['{ }'], ['{}', body]],
    [{ glob: '*P-avax1*' }, [body], [{}, 'P-avax', '']],
    [{ json: body }, [body, { more: body.more, addresses: 'P-avax1x' }], [{ ...body, a: 1 }, 'no']],
    [{ partial: { more: [{}, { id: 2 }] } }, [body], [{ more: [{ id: 2 }] }, { more: {} }, 'null']],
    [{ partial: null }, ['null'], [body]],
    [{ paths: [{ path: '$.more[*].id', equals: 2 }] }, [body], [{ more: [{ id: '2' }] }, []]],
    [{ paths: [{ path: '$.more' }, { path: '$.less', absent: true }] }, [body], [{ less: 1 }, 7]],
    [{ paths: [{ path: '$.addresses', glob: 'P-*' }] }, [body], [{ addresses: 'X-avax1' }]],
  ]
  for (const [match, fitting, others] of cases) {
    await faults.set('it', { match: { body: match }, ...down })
    for (const one of fitting)
      expect([match, one, (await send(server().url, posted(one))).status]).toEqual([
        match,
        one,
        503,
      ])
    for (const one of others)
      expect([match, one, (await send(server().url, posted(one))).status]).not.toEqual([
        match,
        one,
        503,
      ])
    expect(await statusOf(blocks)).toBe(200)
  }
  await faults.set('it', {
    match: { body: { partial: { method: 'info.peers', params: {} } } },
    ...down,
  })
  expect((await send(server().url, rpc('info.peers'))).status).toBe(503)
  expect((await send(server().url, rpc('info.getNetworkID'))).status).toBe(200)
})

test('a rule over bodies comes before what is wrong with a body, and before limits and keys', async () => {
  const strict = await startServer({ auth: 'required', rateLimit: { perMinute: 3, withKey: 3 } })
  try {
    await strict.faults.add({ match: { body: { glob: '*broken*' } }, times: 4, ...down })
    const statuses: number[] = []
    for (let i = 0; i < 8; i++) statuses.push((await send(strict.url, posted('{broken'))).status)
    expect(statuses).toEqual([503, 503, 503, 503, 401, 401, 401, 429])
  } finally {
    await strict.close()
  }
})

test('without a fitting rule a body is read as ever', async () => {
  const before: unknown[] = []
  const after: unknown[] = []
  const bodies = ['', '{', '[]', '{"addresses":1}', `${'['.repeat(70)}${']'.repeat(70)}`, { a: 1 }]
  const responses = async (list: unknown[]) => {
    for (const body of bodies)
      for (const type of ['application/json', 'application/json; charset=utf-8', 'text/plain']) {
        const { status, body: text } = await send(
          server().url,
          posted(body, { 'content-type': type }),
        )
        list.push([status, text])
      }
  }
  await responses(before)
  await server().faults.add({ match: { body: { equals: 'never' } }, ...down })
  await responses(after)
  expect(after).toEqual(before)
})

test('a body that nests deeply, or a long one, is compared in time', async () => {
  await server().faults.add([
    { match: { body: { glob: `*${'a*'.repeat(120)}b` } }, ...down },
    { match: { body: { paths: [{ path: '$.*.*.*.*' }] } }, ...down },
  ])
  const long = JSON.stringify({ addresses: 'a'.repeat(500_000) })
  const glob = JSON.stringify({ addresses: 'a'.repeat(60_000) })
  for (const body of [long, glob, '['.repeat(100_000)])
    expect((await send(server().url, posted(body))).status).toBe(400)
})

test('a condition that cannot be read is refused by its place', async () => {
  const cases: [unknown, string][] = [
    [{ query: { a: { glob: '{' } } }, '/match/query/a/glob'],
    [{ query: { 'a/b': {} } }, '/match/query/a~1b'],
    [{ query: { a: { glob: '*', absent: true } } }, '/match/query/a'],
    [{ headers: { a: { equal: 'b' } } }, '/match/headers/a/equal'],
    [{ headers: { a: 1 } }, '/match/headers/a'],
    [{ body: {} }, '/match/body'],
    [{ body: { jsn: 1 } }, '/match/body/jsn'],
    [{ body: { paths: [{ path: '$..a' }] } }, '/match/body/paths/0/path'],
    [{ body: { paths: [{ path: '$.a', absent: true, equals: 1 }] } }, '/match/body/paths/0/absent'],
    [{ body: { glob: 'x'.repeat(257) } }, '/match/body/glob'],
    [{ operation: 'listEvmBlock' }, '/match/operation'],
  ]
  for (const [match, pointer] of cases)
    expect(await refusalOf(server().faults.add({ match, ...down } as NewFaultRule))).toMatchObject({
      code: 'bad_request',
      details: { pointer },
    })
})

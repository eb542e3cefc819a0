import { expect, test } from 'vitest'
import type { NewFaultRule } from '../../../schemas/control/faults.ts'
import { refusalOf, through, transports } from '../../control/support/transports.ts'
import { send } from '../../support/send.ts'
import { blocks, faultyServer, rpc } from './support.ts'

const { server } = faultyServer()

test.each(transports)('a rule answers any status with a body, through %s', async (transport) => {
  const { faults } = through(transport, server())
  const cases: [NonNullable<NewFaultRule['respond']>, string, string | undefined][] = [
    [
      { status: 200, json: { blocks: ['é'] } },
      '{"blocks":["é"]}',
      'application/json; charset=utf-8',
    ],
    [{ status: 200, json: null }, 'null', 'application/json; charset=utf-8'],
    [{ status: 418, text: 'short and stout' }, 'short and stout', 'text/plain; charset=utf-8'],
    [{ status: 200, text: '<a/>', headers: { 'Content-Type': 'text/xml' } }, '<a/>', 'text/xml'],
    [
      { status: 200, text: '{"a":', headers: { 'content-type': 'application/json' } },
      '{"a":',
      'application/json',
    ],
    [{ status: 202 }, '', undefined],
    [{ status: 204 }, '', undefined],
    [{ status: 304 }, '', undefined],
  ]
  for (const [respond, body, type] of cases) {
    await faults.set('it', { respond })
    for (const request of [{ path: blocks }, { path: '/v1/nothing' }, rpc('info.peers')]) {
      const response = await send(server().url, request)
      expect([response.status, response.body]).toEqual([respond.status, body])
      expect(response.headers['x-snowglobe-fault']).toBe('it')
      if (type !== undefined) expect(response.headers['content-type']).toBe(type)
      if (body !== '')
        expect(response.headers['content-length']).toBe(String(Buffer.byteLength(body)))
    }
  }
})

test.each(transports)(
  'a rule patches the true response, from the cache too, through %s',
  async (transport) => {
    const { faults } = through(transport, server())
    const plain = await send(server().url, { path: blocks })
    const page = JSON.parse(plain.body)
    const patches: [NonNullable<NewFaultRule['patch']>, object][] = [
      [{ merge: { nextPageToken: null, extra: 'ü' } }, { blocks: page.blocks, extra: 'ü' }],
      [
        { operations: [{ op: 'replace', path: '/blocks/0/blockNumber', value: '77' }] },
        { ...page, blocks: [{ ...page.blocks[0], blockNumber: '77' }] },
      ],
      [{ status: 206, headers: { 'x-Snowglobe-dialect': 'odd' } }, page],
    ]
    for (const [patch, expected] of patches) {
      await faults.set('it', { patch })
      for (let twice = 0; twice < 2; twice++) {
        const response = await send(server().url, { path: blocks })
        expect([response.status, JSON.parse(response.body)]).toEqual([
          patch.status ?? 200,
          expected,
        ])
        expect(response.headers).toMatchObject({
          'x-snowglobe-fault': 'it',
          'content-length': String(Buffer.byteLength(response.body)),
          'content-type': 'application/json; charset=utf-8',
          'access-control-allow-origin': '*',
          'x-snowglobe-dialect': patch.headers ? 'odd' : 'documented',
        })
      }
    }
    await faults.clear()
    expect((await send(server().url, { path: blocks })).body).toBe(plain.body)
  },
)

test.each(transports)(
  'patches keep the id of a call of the node, through %s',
  async (transport) => {
    const { faults } = through(transport, server())
    const call = {
      ...rpc('info.getNetworkID'),
      body: '{"jsonrpc":"2.0","id":"mine","method":"info.getNetworkID","params":{}}',
    }
    await faults.add({
      match: { operation: 'info.getNetworkID' },
      patch: { merge: { result: { networkID: '12345' } } },
    })
    expect(JSON.parse((await send(server().url, call)).body)).toEqual({
      jsonrpc: '2.0',
      result: { networkID: '12345' },
      id: 'mine',
    })
    await faults.set('rule-1', {
      patch: {
        operations: [
          { op: 'remove', path: '/result' },
          { op: 'add', path: '/error', value: { code: -32000, message: 'not yet' } },
        ],
      },
    })
    expect(JSON.parse((await send(server().url, call)).body)).toEqual({
      jsonrpc: '2.0',
      error: { code: -32000, message: 'not yet' },
      id: 'mine',
    })
  },
)

test.each(transports)(
  'a response that a patch does not fit is untouched, and the counts say why, through %s',
  async (transport) => {
    const { faults, requests } = through(transport, server())
    const plain = await send(server().url, { path: blocks })
    await faults.add({
      id: 'it',
      match: { interface: 'data' },
      patch: { operations: [{ op: 'remove', path: '/tokens/0' }], status: 500 },
    })
    const response = await send(server().url, { path: blocks })
    expect([response.status, response.body]).toEqual([200, plain.body])
    expect(response.headers).not.toHaveProperty('x-snowglobe-fault')
    expect((await requests.list({ pageSize: 1 })).requests[0]).not.toHaveProperty('faultId')
    expect((await faults.list()).counts).toEqual({
      it: { matched: 1, acted: 1, problem: '/tokens/0 does not exist in the response' },
    })
    await faults.set('it', { patch: { merge: {} } })
    const text = await send(server().url, { path: '/ext/info' })
    expect([text.status, text.headers['x-snowglobe-fault']]).toEqual([405, undefined])
    expect((await faults.list()).counts.it?.problem).toBe(
      'the response is not JSON, which a patch needs',
    )
  },
)

test.each(transports)(
  'rules count what they matched and acted on, through %s',
  async (transport) => {
    const { faults } = through(transport, server())
    await faults.add([
      { id: 'one', match: { path: '/v1/chains' }, after: 1, times: 2, cors: false },
      { id: 'two', probability: 0, cors: false },
      { id: 'three', respond: { status: 503 } },
    ])
    for (let i = 0; i < 5; i++) await send(server().url, { path: '/v1/chains' })
    await send(server().url, { path: blocks })
    expect((await faults.list()).counts).toEqual({
      one: { matched: 5, acted: 2 },
      two: { matched: 4, acted: 0 },
      three: { matched: 4, acted: 4 },
    })
    await faults.set('three', { respond: { status: 503 } })
    expect((await faults.list()).counts.three).toEqual({ matched: 0, acted: 0 })
  },
)

test('a patched response is late, in pieces, cut off and without CORS as any other', async () => {
  const patch = { merge: { blocks: [] } }
  await server().faults.set('it', { patch, delay: { ms: 5, chunkMs: 1 }, cors: false })
  const response = await send(server().url, { path: blocks })
  expect(JSON.parse(response.body).blocks).toEqual([])
  expect(response.headers).not.toHaveProperty('access-control-allow-origin')
  expect(response.headers['x-snowglobe-fault']).toBe('it')
  await server().faults.set('it', { patch, connection: 'truncate' })
  await expect(fetch(server().url + blocks).then((cut) => cut.text())).rejects.toThrow()
  await server().faults.set('it', { patch })
  const head = await send(server().url, { method: 'HEAD', path: blocks })
  expect([head.status, head.body]).toEqual([200, ''])
})

test('patches of injected requests and of named worlds stay where they are', async () => {
  await server()
    .in('odd')
    .faults.add({ patch: { merge: { blocks: 'odd' } } })
  const odd = await server().inject({ url: blocks, headers: { 'x-snowglobe-world': 'odd' } })
  expect(odd.json()).toMatchObject({ blocks: 'odd' })
  expect((await server().inject(blocks)).json().blocks).toHaveLength(1)
  await server().worlds.remove('odd')
})

test('responses and patches that cannot be are refused by their place', async () => {
  const cases: [unknown, string][] = [
    [{ respond: { status: 199 } }, '/respond/status'],
    [{ respond: { status: 200, text: 'a', json: 1 } }, '/respond/json'],
    [{ respond: { status: 204, text: 'a' } }, '/respond/text'],
    [{ respond: { status: 304, message: 'a' } }, '/respond/message'],
    [{ respond: { status: 200, body: 'a' } }, '/respond/body'],
    [{ respond: { status: 200 }, patch: { merge: {} } }, '/patch'],
    [{ patch: {} }, '/patch'],
    [{ patch: { merge: {} }, connection: 'reset' }, '/patch'],
    [{ patch: { merge: {}, operations: [{ op: 'remove', path: '/a' }] } }, '/patch/merge'],
    [{ patch: { status: 204 } }, '/patch/status'],
    [{ patch: { headers: { connection: 'close' } } }, '/patch/headers/connection'],
    [{ patch: { operations: [{ op: 'remove', path: 'a' }] } }, '/patch/operations/0/path'],
    [{ patch: { operations: [{ op: 'delete', path: '/a' }] } }, '/patch/operations/0/op'],
    [{ patch: { operations: [{ op: 'add', path: '/a' }] } }, '/patch/operations/0/value'],
    [{ patch: { operations: [] } }, '/patch/operations'],
  ]
  for (const [rule, pointer] of cases)
    expect(await refusalOf(server().faults.add(rule as NewFaultRule))).toMatchObject({
      code: 'bad_request',
      details: { pointer },
    })
  const large = { respond: { status: 200, json: 'x'.repeat(900_000) } }
  expect(
    await refusalOf(server().faults.add(Array.from({ length: 20 }, () => large))),
  ).toMatchObject({ code: 'not_possible' })
})

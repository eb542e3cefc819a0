import { expect, test } from 'vitest'
import type { NewFaultRule } from '../../../schemas/control/faults.ts'
import { refusalOf, through, transports } from '../../control/support/transports.ts'
import { blocks, faultyServer } from './support.ts'

const { server, statusOf } = faultyServer()

test.each(transports)(
  'rules are added, read, replaced in their place and removed, through %s',
  async (transport) => {
    const { faults } = through(transport, server())
    expect(await faults.list()).toEqual({ rules: [], counts: {} })
    const slow = { delay: { ms: 1 } }
    const down = { id: 'down', match: { interface: 'data' as const }, respond: { status: 503 } }
    expect(await faults.add(slow)).toEqual({ rules: [{ id: 'rule-1', ...slow }] })
    expect(await faults.add([down, slow])).toEqual({ rules: [down, { id: 'rule-2', ...slow }] })
    expect(await faults.get('down')).toEqual(down)
    const gone = { connection: 'empty' as const }
    expect(await faults.set('down', gone)).toEqual({ id: 'down', ...gone })
    expect((await faults.list()).rules.map(({ id }) => id)).toEqual(['rule-1', 'down', 'rule-2'])
    expect(await faults.set('new', gone)).toEqual({ id: 'new', ...gone })
    expect(await faults.remove('rule-1')).toBeUndefined()
    expect((await faults.list()).rules.map(({ id }) => id)).toEqual(['down', 'rule-2', 'new'])
    expect(await faults.clear()).toBeUndefined()
    expect(await faults.list()).toEqual({ rules: [], counts: {} })
  },
)

test.each(transports)(
  'a rule that cannot be is refused, and none of its request is left, through %s',
  async (transport) => {
    const { faults } = through(transport, server())
    await faults.set('taken', { cors: false })
    const cases: [unknown, string, string][] = [
      [{}, '', 'bad_request'],
      [{ respond: { status: 600 } }, '/respond/status', 'bad_request'],
      [
        { respond: { status: 503, headers: { 'content-length': '1' } } },
        '/respond/headers/content-length',
        'bad_request',
      ],
      [
        { respond: { status: 503, headers: { 'x-a': 'b\r\nx-c: d' } } },
        '/respond/headers/x-a',
        'bad_request',
      ],
      [{ respond: { status: 503 }, connection: 'reset' }, '/connection', 'bad_request'],
      [{ connection: 'cut' }, '/connection', 'bad_request'],
      [{ cors: true }, '/cors', 'bad_request'],
      [{ delay: { ms: 120_001 } }, '/delay/ms', 'bad_request'],
      [{ probability: 1.1, cors: false }, '/probability', 'bad_request'],
      [{ match: { interface: 'node' }, cors: false }, '/match/interface', 'bad_request'],
      [{ match: { port: 1 }, cors: false }, '/match/port', 'bad_request'],
      [{ id: 'No Name', cors: false }, '/id', 'bad_request'],
    ]
    for (const [rule, pointer, code] of cases)
      expect(await refusalOf(faults.add([{ cors: false }, rule as NewFaultRule]))).toMatchObject({
        code,
        details: { pointer: `/rules/1${pointer}` },
      })
    expect(
      await refusalOf(faults.add([{ cors: false }, { id: 'taken', cors: false }])),
    ).toMatchObject({
      code: 'conflict',
      details: { id: 'taken' },
    })
    expect(await refusalOf(faults.set('one', { id: 'two', cors: false }))).toMatchObject({
      code: 'bad_request',
      details: { pointer: '/id' },
    })
    for (const ask of [
      () => faults.get('none'),
      () => faults.remove('none'),
      () => faults.get('No Name'),
    ])
      expect(await refusalOf(ask())).toMatchObject({ code: 'not_found' })
    expect((await faults.list()).rules).toEqual([{ id: 'taken', cors: false }])
  },
)

test.each(transports)('a full reset removes the rules, through %s', async (transport) => {
  const { faults } = through(transport, server())
  await faults.add({ respond: { status: 503 } })
  await server().reset()
  expect(await faults.list()).toEqual({ rules: [], counts: {} })
  expect(await statusOf(blocks)).toBe(200)
})

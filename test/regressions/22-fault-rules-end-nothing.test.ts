import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewFaultRule } from '../../schemas/control/faults.ts'
import { connect } from '../../src/control/client/connect.ts'
import { refusalOf } from '../control/support/transports.ts'
import { type RunningServer, startServerProcess, stopCommands } from '../support/command.ts'

// In a process of its own: before, rules like these ended it or stopped it for good.
let server: RunningServer
beforeAll(async () => {
  server = await startServerProcess()
})
afterAll(stopCommands)

const ask = (path: string) => fetch(server.url + path, { signal: AbortSignal.timeout(5_000) })

test('a path is matched in a time that its length bounds, whatever the pattern', async () => {
  const { faults } = connect(server.url)
  await faults.set('it', { match: { path: '/**/*a*a*a*b' }, respond: { status: 418 } })
  expect((await ask(`/v1/${'a'.repeat(1000)}b`)).status).toBe(418)
  expect((await ask(`/v1/${'a'.repeat(8000)}`)).status).toBe(404)
  await faults.clear()
})

test('a request is compared with a bounded length of globs, and of its path', async () => {
  const { faults } = connect(server.url)
  const path = `/**/${'*a'.repeat(125)}b`
  const rule = (id: string): NewFaultRule => ({ id, match: { path }, respond: { status: 418 } })
  const rules = Array.from({ length: 16 }, (_, index) => rule(`r${index}`))
  await faults.add(rules)
  const refusals = [() => faults.set('one-more', rule('one-more')), () => faults.add(rule('x'))]
  for (const sent of refusals)
    expect(await refusalOf(sent())).toMatchObject({
      code: 'not_possible',
      message: expect.stringContaining('have 4335 characters'),
    })
  const glob = '*'.repeat(17)
  expect(await refusalOf(faults.add({ match: { body: { glob } }, connection: 'hang' }))).toEqual(
    expect.objectContaining({ message: expect.stringContaining('have 4352 characters') }),
  )
  await faults.set('r0', rule('r0'))
  await faults.add({ match: { path: '/v1/literal' }, respond: { status: 418 } })
  expect((await ask(`/v1/${'a'.repeat(8000)}`)).status).toBe(404)
  // Text behind the first 1,024 characters of a path is not compared.
  await faults.clear()
  await faults.add({ match: { path: '/v1/*b' }, respond: { status: 418 } })
  expect((await ask(`/v1/${'a'.repeat(1019)}b`)).status).toBe(418)
  expect((await ask(`/v1/${'a'.repeat(1019)}bc`)).status).toBe(418)
  expect((await ask(`/v1/${'a'.repeat(1020)}b`)).status).toBe(404)
  await faults.clear()
})

test.each([
  '/+(a|b)',
  '/@(a)',
  '/?(a)b',
  '/*(a)b',
  '/!(a)',
  '/(a|b)',
  '/a|b',
  '/{a',
  '/{a}',
  '/{1..3}',
  '/[a',
  '/a\\',
  `/${'a'.repeat(256)}`,
  '/{a,b}'.repeat(40),
])('a pattern that nothing reads is refused where it stands: %s', async (path) => {
  const { faults, requests } = connect(server.url)
  const rule: NewFaultRule = { match: { path }, respond: { status: 503 } }
  const refusals = [
    [() => faults.set('it', rule), '/match/path'],
    [
      () => faults.add([{ connection: 'hang', match: { path: '/no' } }, rule]),
      '/rules/1/match/path',
    ],
    [() => requests.list({ path }), '/path'],
    [() => requests.verify({ match: { path } }), '/match/path'],
  ] as const
  for (const [request, pointer] of refusals)
    expect(await refusalOf(request())).toMatchObject({ code: 'bad_request', details: { pointer } })
  expect((await faults.list()).rules).toEqual([])
})

test.each([
  'Trailer',
  'connection',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'TE',
  'proxy-authenticate',
  'proxy-connection',
  'content-length',
  'x y',
  'x:y',
  'X-Snowglobe-Fault',
  '',
])(
  'a header of the connection, the mark of rules, and one of no form are refused by name: %s',
  async (name) => {
    const { faults } = connect(server.url)
    const { code, message, details } = await refusalOf(
      faults.add({ delay: { ms: 1 }, respond: { status: 503, headers: { [name]: 'x' } } }),
    )
    expect({ code, details }).toMatchObject({
      code: 'bad_request',
      details: { pointer: `/respond/headers/${name}` },
    })
    expect(message).toContain(JSON.stringify(name))
    expect((await ask('/v1/chains')).status).toBe(200)
  },
)

test('a value that no header can have is refused', async () => {
  const { faults } = connect(server.url)
  for (const value of ['a\r\nb: c', '\u0000', 'é', '\u{1f600}'])
    expect(
      await refusalOf(faults.add({ respond: { status: 503, headers: { 'x-a': value } } })),
    ).toMatchObject({ code: 'bad_request', details: { pointer: '/respond/headers/x-a' } })
})

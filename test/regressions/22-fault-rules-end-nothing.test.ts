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
  '',
])('a header that is of the connection or of no form is refused by its name: %s', async (name) => {
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
})

test('a value that no header can have is refused', async () => {
  const { faults } = connect(server.url)
  for (const value of ['a\r\nb: c', '\u0000', 'é', '\u{1f600}'])
    expect(
      await refusalOf(faults.add({ respond: { status: 503, headers: { 'x-a': value } } })),
    ).toMatchObject({ code: 'bad_request', details: { pointer: '/respond/headers/x-a' } })
})

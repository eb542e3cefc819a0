import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { exchange, requestText } from '../json-rpc/support/raw-http.ts'
import { send } from '../support/send.ts'
import { startServer } from '../support/server.ts'

let server: Snowglobe
let nodeId: string
beforeAll(async () => {
  server = await startServer()
  const { body } = await post(call('info.peers', '{}'))
  nodeId = JSON.parse(body).result.peers[0].nodeID
})
afterAll(() => server.close())

const post = (body: string) =>
  send(server.url, {
    method: 'POST',
    path: '/ext/info',
    headers: { 'content-type': 'application/json' },
    body,
  })

const call = (method: string, params: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`

/** As many repetitions as a body of 128 KiB holds, between commas. */
const filled = (part: string) =>
  Array(Math.floor((128 * 1024 - 200) / (part.length + 1)))
    .fill(part)
    .join(',')

test('a body of more than 128 KiB is refused in the words of the transport', async () => {
  for (const letters of [128 * 1024, 5 * 1024 * 1024]) {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(letters + 60) }
    // Refused by its length: who has yet to send the rest is not waited for.
    const start = call('a'.repeat(1_000), '')
    const request = requestText('POST /ext/info HTTP/1.1', headers, start)
    const { status, body } = await exchange(Number(new URL(server.url).port), request)
    expect([status, body]).toEqual([413, 'request body too large\n'])
  }
})

test('a node that a request names thousands of times comes once', async () => {
  const { body } = await post(call('info.peers', `{"nodeIDs":[${filled(`"${nodeId}"`)}]}`))
  expect(JSON.parse(body).result).toMatchObject({ numPeers: '1', peers: [{ nodeID: nodeId }] })
  expect(body.length).toBeLessThan(1_000)
})

test.each([
  ['a', 'rpc: service/method request ill-formed: "', 'a'],
  ['info.x', `rpc: can't find method "info.X`, 'x'],
  ['x.', `rpc: can't find service "x.`, 'y'],
  ['', 'rpc: service/method request ill-formed: "', '\\u0001'],
])(
  'a method of %j and very many letters more is named by its beginning',
  async (start, text, letter) => {
    const name = start + letter.repeat((128 * 1024 - 200) / letter.length)
    const { status, body } = await post(call(name, '{}'))
    expect(status).toBe(200)
    const { code, message } = JSON.parse(body).error
    expect(code).toBe(-32000)
    expect(message.startsWith(text)).toBe(true)
    expect(message.endsWith('…"')).toBe(true)
    expect(message.length).toBeLessThan(1_200)
  },
)

test('256 letters of a method are named in full', async () => {
  const name = `info.${'x'.repeat(251)}`
  const { error } = JSON.parse((await post(call(name, '{}'))).body)
  expect(error.message).toBe(`rpc: can't find method "info.X${'x'.repeat(250)}"`)
})

test.each([
  ['nulls', () => call('info.peers', `{"nodeIDs":[${filled('null')}]}`)],
  ['equal members', () => call('info.isBootstrapped', `{${filled('"chain":"P"')}}`)],
  ['members named id', () => `{"jsonrpc":"2.0","method":"info.getNetworkID",${filled('"id":1')}}`],
  ['members named nodeIDs', () => call('info.peers', `{${filled(`"nodeIDs":["${nodeId}"]`)}}`)],
  ['deep lists', () => call('info.peers', '['.repeat(60_000) + ']'.repeat(60_000))],
  ['characters that are escaped', () => `{"jsonrpc":"1","id":1,"params":"${'<'.repeat(130_000)}"}`],
])(
  'a body of 128 KiB of %s costs less than a hundred plain ones of its length',
  async (_what, bodyOf) => {
    const body = bodyOf()
    expect(body.length).toBeGreaterThan(110_000)
    const plain = call('info.peers', `{"unknown":"${'x'.repeat(body.length - 70)}"}`)
    const costly = await costOf([body])
    expect(costly).toBeLessThan(10 * (await costOf(Array(10).fill(plain))))
  },
)

/** Returns the processor time of this process, in which the server runs too: microseconds. */
async function costOf(bodies: readonly string[]): Promise<number> {
  const before = process.cpuUsage()
  for (const body of bodies) expect((await post(body)).status).toBe(200)
  return process.cpuUsage(before).user
}

import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type RunningServer, stopCommands } from '../support/command.ts'
import { startCompiled as start } from './command.ts'

afterEach(stopCommands)

/** A client that writes by itself and keeps all that comes back until the connection ends. */
function open({ port }: RunningServer, host = '127.0.0.1') {
  const socket: Socket = connect(port, host)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  const ended = new Promise<string>((resolve) => {
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(`${text}${error.code}`))
    socket.on('close', () => resolve(text))
  })
  return { socket, ended, read: () => text }
}
type Client = ReturnType<typeof open>

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`
const message =
  '0000000000010427d4b22a2a78bcddd456742caf91b56badbff985ee19aef14573e7343fd65200000022000000000001000000148db97c7cece249c2b98bdc0226cc4c2a57bf52fc00000000'
const body = JSON.stringify({ message })
const signing = `POST /v1/signatureAggregator/mainnet/aggregateSignatures HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`

/** Status lines and `connection` headers in what a client read. */
const responsesIn = (text: string) =>
  [...text.matchAll(/(HTTP\/1\.1 \d+) [^\r]*\r\n(.*?)\r\n\r\n/gs)].map(([, status, headers]) => [
    status,
    /^connection: (.*)$/im.exec(headers ?? '')?.[1]?.trim(),
  ])
const lastResponse = [['HTTP/1.1 200', 'close']]

/** Writes a text; it lies with the system of the server at the end. */
const sent = (socket: Socket, text: string) =>
  new Promise<void>((resolve) => socket.write(text, () => resolve()))

/** Waits until a server that got a signal to end accepts no more connections. */
const hasActedOnSignal = (server: RunningServer, host?: string) =>
  expect.poll(() => open(server, host).ended, { timeout: 4_000 }).toBe('ECONNREFUSED')

const connected = (clients: readonly Client[]) =>
  Promise.all(clients.map(({ socket }) => once(socket, 'connect')))
const texts = (clients: readonly Client[]) => Promise.all(clients.map((client) => client.ended))
const many = (count: number, server: RunningServer, host?: string) =>
  Array.from({ length: count }, () => open(server, host))

test('SIGTERM lets 48 responses in the making and ten half-sent requests come to their end', async () => {
  const server = await start()
  const asking = many(48, server)
  const halfSent = many(10, server)
  await connected([...asking, ...halfSent])
  await Promise.all(halfSent.map(({ socket }) => sent(socket, signing + body.slice(0, 40))))
  // Signatures keep the process busy, so that the others wait; 48 of them would take seconds.
  await Promise.all(
    asking.map(({ socket }, i) =>
      sent(socket, i < 8 ? signing + body : ask('/v1/chains/43114/blocks')),
    ),
  )
  server.child.kill('SIGTERM')
  await hasActedOnSignal(server)
  for (const { socket } of halfSent) socket.write(body.slice(40))
  for (const text of await texts(asking))
    expect(responsesIn(text)).toEqual([['HTTP/1.1 200', expect.anything()]])
  for (const text of await texts(halfSent)) expect(responsesIn(text)).toEqual(lastResponse)
  expect(await server.ended).toMatchObject({ code: 0, signal: null, stderr: '' })
})

test('SIGTERM answers 240 requests that were sent whole before it, read or accepted or not', async () => {
  const server = await start()
  const used = many(120, server)
  await connected(used)
  for (const { socket } of used) socket.write(ask('/v1/live-check'))
  await expect.poll(() => used.every(({ read }) => read().endsWith('}'))).toBe(true)
  // A stopped process reads and accepts nothing, but the system does it for it.
  server.child.kill('SIGSTOP')
  const fresh = many(120, server)
  await connected(fresh)
  await Promise.all(
    [...used, ...fresh].map(({ socket }) => sent(socket, ask('/v1/chains/43114/blocks'))),
  )
  server.child.kill('SIGTERM')
  server.child.kill('SIGCONT')
  const served = (text: string) => responsesIn(text).map(([status]) => status)
  for (const text of await texts(used))
    expect(served(text)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  for (const text of await texts(fresh)) expect(served(text)).toEqual(['HTTP/1.1 200'])
  expect(await server.ended).toMatchObject({ code: 0, signal: null, stderr: '' })
})

test('SIGTERM answers all that one connection has sent before it says that it closes', async () => {
  const server = await start()
  const client = open(server)
  await connected([client])
  server.child.kill('SIGSTOP')
  await sent(client.socket, ask('/v1/chains').repeat(5))
  server.child.kill('SIGTERM')
  server.child.kill('SIGCONT')
  const responses = responsesIn(await client.ended)
  expect(responses.map(([status]) => status)).toEqual(Array(5).fill('HTTP/1.1 200'))
  expect(responses.map(([, connection]) => connection).indexOf('close')).toBe(4)
})

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.address === '::1')

/** Makes a process find both addresses under the name, whatever its machine says. */
const twoAddresses = `
  import dns from 'node:dns'
  import { syncBuiltinESMExports } from 'node:module'
  const both = [{ address: '127.0.0.1', family: 4 }, { address: '::1', family: 6 }]
  dns.promises.lookup = async (name, { all }) => (all ? both : both[0])
  syncBuiltinESMExports()`

test.runIf(hasIpv6)('SIGTERM answers what was sent to either address of localhost', async () => {
  const server = await start(['--host', 'localhost'], {
    env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(twoAddresses)}` },
  })
  const hosts = ['127.0.0.1', '::1']
  const asking = hosts.flatMap((host) => many(24, server, host))
  const halfSent = hosts.flatMap((host) => many(5, server, host))
  await connected([...asking, ...halfSent])
  await Promise.all(halfSent.map(({ socket }) => sent(socket, signing + body.slice(0, 40))))
  await Promise.all(asking.map(({ socket }) => sent(socket, ask('/v1/chains/43114/blocks'))))
  server.child.kill('SIGTERM')
  for (const host of hosts) await hasActedOnSignal(server, host)
  for (const { socket } of halfSent) socket.write(body.slice(40))
  for (const text of await texts(asking))
    expect(responsesIn(text).map(([status]) => status)).toEqual(['HTTP/1.1 200'])
  for (const text of await texts(halfSent)) expect(responsesIn(text)).toEqual(lastResponse)
  expect(await server.ended).toMatchObject({ code: 0, signal: null, stderr: '' })
})

test('after SIGTERM no connection is accepted, and a request that never ends is given up', async () => {
  const server = await start()
  const idle = open(server)
  const halfSent = open(server)
  await connected([idle, halfSent])
  await sent(halfSent.socket, 'GET /v1/chains HTTP/1.1\r\nhost: ')
  const signalled = performance.now()
  server.child.kill('SIGTERM')
  await idle.ended
  expect(performance.now() - signalled).toBeLessThan(1_500)
  expect(await open(server).ended).toBe('ECONNREFUSED')
  expect(await server.ended).toMatchObject({ code: 0, signal: null, stderr: '' })
  expect(performance.now() - signalled).toBeGreaterThan(4_500)
  expect(performance.now() - signalled).toBeLessThan(8_000)
})

test('a second signal ends the server at once', async () => {
  const server = await start()
  const halfSent = open(server)
  await connected([halfSent])
  await sent(halfSent.socket, 'GET /v1/chains HTTP/1.1\r\nhost: ')
  const signalled = performance.now()
  server.child.kill('SIGTERM')
  await hasActedOnSignal(server)
  server.child.kill('SIGINT')
  expect(await server.ended).toMatchObject({ code: 0, signal: null })
  expect(performance.now() - signalled).toBeLessThan(1_500)
})

const linesOf = (stderr: string) => stderr.trimEnd().split('\n')

test('SIGHUP reads the key file again, and a bad one leaves the old keys', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-keys-'))
  const file = join(folder, 'keys.json')
  const write = (content: string) => writeFileSync(file, content)
  const keys = (...names: string[]) => JSON.stringify({ keys: names.map((key) => ({ key })) })
  write(keys('old'))
  const server = await start(['--auth', 'required', '--keys', file])
  const statusOf = async (key: string) =>
    (await fetch(`${server.url}/v1/chains`, { headers: { 'x-data-api-key': key } })).status

  expect([await statusOf('old'), await statusOf('new')]).toEqual([200, 401])
  write(keys('new'))
  server.child.kill('SIGHUP')
  await expect.poll(() => statusOf('new')).toBe(200)
  expect(await statusOf('old')).toBe(401)
  for (const [reads, bad] of ['{', '{"keys":[{"name":"x"}]}'].entries()) {
    write(bad)
    server.child.kill('SIGHUP')
    await expect.poll(() => linesOf(server.stderr())).toHaveLength(reads + 2)
    expect([await statusOf('new'), await statusOf('x')]).toEqual([200, 401])
  }
  server.child.kill('SIGTERM')
  const { code, stderr } = await server.ended
  expect(code).toBe(0)
  const lines = linesOf(stderr)
  expect(lines[0]).toBe(`snowglobe: read the keys in ${file} again`)
  expect(lines[1]).toMatch(
    new RegExp(`^snowglobe: ${file} .*JSON.*; the old keys remain in force$`),
  )
  expect(lines[2]).toMatch(
    new RegExp(`^snowglobe: ${file}.*/keys/0/.*; the old keys remain in force$`),
  )
  expect(lines).toHaveLength(3)
  rmSync(folder, { recursive: true })
})

test('SIGHUP does not end a server without a key file', async () => {
  const server = await start()
  server.child.kill('SIGHUP')
  await expect.poll(server.stderr).toContain('no --keys file')
  expect((await fetch(`${server.url}/v1/chains`)).status).toBe(200)
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({
    code: 0,
    stderr: 'snowglobe: the server has no --keys file to read again\n',
  })
})

import { execFile } from 'node:child_process'
import http from 'node:http'
import net from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { through, transports } from '../../control/support/transports.ts'
import { send } from '../../support/send.ts'
import { blocks, faultyServer } from './support.ts'

const { server, statusOf } = faultyServer()

test('broken connections look broken to node:http, fetch and Python', async () => {
  const python = async () => {
    const script = `
import http.client, sys
c = http.client.HTTPConnection('127.0.0.1', ${new URL(server().url).port}, timeout=1)
try:
  c.request('GET', '${blocks}')
  r = c.getresponse()
  print(r.status, len(r.read()))
except Exception as e:
  print(type(e).__name__)`
    return (await promisify(execFile)('python3', ['-c', script])).stdout.trim()
  }
  const viaHttp = () =>
    new Promise<string>((resolve) => {
      http
        .get(server().url + blocks, { agent: false, timeout: 700 }, (response) => {
          response.on('error', (error: NodeJS.ErrnoException) => resolve(`body ${error.code}`))
          response.on('end', () => resolve('whole'))
          response.resume()
        })
        .on('timeout', function (this: http.ClientRequest) {
          this.destroy(Object.assign(new Error(), { code: 'TIMEOUT' }))
        })
        .on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)))
    })
  const viaFetch = async () => {
    try {
      const response = await fetch(server().url + blocks, { signal: AbortSignal.timeout(700) })
      await response.text()
      return 'whole'
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } }
      return `${name} ${cause?.code ?? ''}`.trim()
    }
  }
  const seen: Record<string, string[]> = {}
  for (const connection of ['reset', 'empty', 'truncate', 'malformed', 'hang'] as const) {
    await server().faults.set('it', { connection })
    seen[connection] = [await viaHttp(), await viaFetch(), await python()]
  }
  expect(seen).toEqual({
    reset: ['ECONNRESET', 'TypeError ECONNRESET', 'ConnectionResetError'],
    empty: ['ECONNRESET', 'TypeError UND_ERR_SOCKET', 'RemoteDisconnected'],
    truncate: ['body ECONNRESET', 'TypeError UND_ERR_SOCKET', 'IncompleteRead'],
    malformed: ['HPE_INVALID_CHUNK_SIZE', 'TypeError HPE_INVALID_CHUNK_SIZE', 'IncompleteRead'],
    hang: ['TIMEOUT', 'TimeoutError', 'TimeoutError'],
  })
  await server().faults.clear()
  expect(await statusOf(blocks)).toBe(200)
})

test.each(transports)(
  'half of a truncated response arrives, and its header tells the whole length, through %s',
  async (transport) => {
    const { faults } = through(transport, server())
    const whole = await send(server().url, { path: blocks })
    await faults.add({ connection: 'truncate' })
    const socket = net.connect(Number(new URL(server().url).port), '127.0.0.1')
    socket.end(`GET ${blocks} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    let text = ''
    for await (const part of socket) text += part
    const [head = '', body = ''] = text.split('\r\n\r\n')
    expect(head).toContain(`content-length: ${whole.body.length}`)
    expect(body).toBe(whole.body.slice(0, Math.floor(whole.body.length / 2)))
  },
)

test('a HEAD whose response is truncated has all of its header, and the connection is announced to close', async () => {
  await server().faults.add({ connection: 'truncate' })
  const socket = net.connect(Number(new URL(server().url).port), '127.0.0.1')
  socket.write(`HEAD ${blocks} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  let text = ''
  for await (const part of socket) text += part
  expect(text).toMatch(/^HTTP\/1\.1 200 /)
  expect(text.toLowerCase()).toContain('\r\nconnection: close\r\n')
  expect(text.endsWith('\r\n\r\n')).toBe(true)
})

test('a client that leaves frees its timer', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  await server().faults.add([
    { match: { path: '/v1/chains' }, delay: { ms: 100_000 } },
    { match: { interface: 'data' }, connection: 'hang' },
  ])
  const before = timers()
  const leaving = ['/v1/chains', blocks].flatMap((path) =>
    Array.from({ length: 10 }, () => {
      const socket = net.connect(Number(new URL(server().url).port), '127.0.0.1')
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
      return socket
    }),
  )
  await expect.poll(timers).toBeGreaterThan(before + 15)
  for (const socket of leaving) socket.destroy()
  await expect.poll(timers).toBeLessThan(before + 10)
})

test('an injected request learns that its connection would have been broken off', async () => {
  await server().faults.add({ connection: 'empty' })
  await expect(server().inject(blocks)).rejects.toThrow()
})

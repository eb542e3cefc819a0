import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../../src/control/client/connect.ts'
import { type RunningServer, startServerProcess, stopCommands } from '../../support/command.ts'
import { rawClient } from '../../support/raw.ts'

let servers: RunningServer[]
beforeAll(async () => {
  servers = [await startServerProcess(), await startServerProcess(['--workers', '2'])]
})
afterAll(stopCommands)

const body = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'index.getContainerRange' },
  params: { startIndex: 0, numToFetch: 1024, encoding: 'hex' },
})
const long = `POST /ext/index/X/tx HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
const last = 'GET /v1/live-check HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'

const longHead =
  'POST /ext/index/X/tx HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'
const longBody = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
/** Behind this one nothing is HTTP to Node. */
const closing =
  'PATCH /v1/live-check HTTP/1.1\r\nhost: x\r\nproxy-connection: close\r\ncontent-length: 1\r\n\r\nL'

/** All that a client gets that writes pieces, one after the other. */
async function converse(port: number, pieces: readonly string[]): Promise<string> {
  const { socket, ended } = rawClient(port)
  for (const piece of pieces) {
    if (socket.writable) socket.write(piece)
    await wait(4)
  }
  return (await ended).replace(/E[A-Z]+$/, '')
}

test.each([
  ['more requests', last],
  ['what is no HTTP', 'and what is this?\r\n\r\n'],
])('a caller that sends %s behind its last request gets all responses', async (_what, more) => {
  for (const { port } of servers) {
    const { length } = await converse(port, [long + last])
    const pieces = [long + last, ...Array.from({ length: 10 }, () => more)]
    for (let round = 0; round < 15; round++) {
      const all = Array.from({ length: 8 }, () => converse(port, pieces))
      for (const responses of await Promise.all(all)) expect(responses.length).toBe(length)
    }
  }
})

test('a truncated response comes as far as the rule lets it, whatever the client sends behind', async () => {
  for (const { url, port } of servers) {
    const { faults } = connect(url)
    const { rules } = await faults.add({ match: { path: '/ext/**' }, connection: 'truncate' })
    const { length } = await converse(port, [long])
    const pieces = [longHead, longBody + closing + longHead, longBody + last]
    for (let round = 0; round < 15; round++) {
      const all = Array.from({ length: 8 }, () => converse(port, pieces))
      for (const part of await Promise.all(all)) expect(part.length).toBe(length)
    }
    await faults.remove(rules[0]?.id ?? '')
  }
})

test('a caller that reads late gets all of its last responses', async () => {
  const blocks = long.replace('/X/tx', '/P/block')
  const request = blocks.repeat(15) + blocks.replace('host: x', 'host: x\r\nconnection: close')
  for (const { port } of servers) {
    const { length } = await converse(port, [request])
    expect(length).toBeGreaterThan(4_000_000)
    const { socket, ended } = rawClient(port)
    socket.pause()
    socket.write(request)
    await wait(2_000)
    // Behind its last request it says what is no HTTP.
    socket.write('and what is this?\r\n\r\n')
    await wait(2_000)
    socket.resume()
    expect((await ended).length).toBe(length)
  }
})

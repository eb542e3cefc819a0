import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServerProcess, stopCommands } from '../support/command.ts'
import { rawClient } from '../support/raw.ts'

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

/** All that a client gets that writes pieces, one after the other. */
async function converse(port: number, pieces: readonly string[]): Promise<string> {
  const { socket, ended } = rawClient(port)
  for (const piece of pieces) {
    if (socket.writable) socket.write(piece)
    await wait(1)
  }
  return (await ended).replace(/E[A-Z]+$/, '')
}

test('whoever sends more behind its last request gets all answers', async () => {
  for (const { port } of servers) {
    const { length } = await converse(port, [long + last])
    const pieces = [long + last, ...Array.from({ length: 10 }, () => last)]
    for (let round = 0; round < 15; round++) {
      const all = Array.from({ length: 8 }, () => converse(port, pieces))
      for (const answers of await Promise.all(all)) expect(answers.length).toBe(length)
    }
  }
})

test('whoever reads late gets all of its last answers', async () => {
  const blocks = long.replace('/X/tx', '/P/block')
  const asked = blocks.repeat(15) + blocks.replace('host: x', 'host: x\r\nconnection: close')
  for (const { port } of servers) {
    const { length } = await converse(port, [asked])
    expect(length).toBeGreaterThan(4_000_000)
    const { socket, ended } = rawClient(port)
    socket.pause()
    socket.write(asked)
    await wait(4_000)
    socket.resume()
    expect((await ended).length).toBe(length)
  }
})

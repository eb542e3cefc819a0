import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { startServerProcess, stopCommands } from '../support/command.ts'

const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await stopCommands()
})

const body = JSON.stringify({ message: '0x0001' })
const path = '/v1/signatureAggregator/fuji/aggregateSignatures'

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Waits until the number of files that a process has open stays the same. */
async function untilAccepted(pid: number): Promise<void> {
  const count = () => readdirSync(`/proc/${pid}/fd`).length
  for (let before = -1; before !== count(); await wait(300)) before = count()
}

test.runIf(process.platform === 'linux')(
  'the first signature while connections have used up the descriptors is made, and so are later ones',
  async () => {
    const server = await startServerProcess([], { shell: 'ulimit -n 512; exec "$@"' })
    const { child, port, url } = server
    const first = await open(port)
    await Promise.all(Array.from({ length: 600 }, () => open(port)))
    await untilAccepted(child.pid ?? 0)
    first.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    const [response] = await once(first.setEncoding('utf8'), 'data')
    // Not a message, as the module says that is loaded late.
    expect(response).toMatch(/^HTTP\/1\.1 400 /)
    for (const socket of sockets.splice(0)) socket.destroy()
    await wait(300)
    const headers = { 'content-type': 'application/json' }
    const later = await fetch(url + path, { method: 'POST', headers, body })
    expect(later.status).toBe(400)
    expect(server.stderr()).toBe('')
  },
)

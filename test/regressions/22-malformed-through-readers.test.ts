import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServerProcess, stopCommands } from '../support/command.ts'
import { send } from '../support/send.ts'

const transports = ['one process', 'a reader beside the writer'] as const
let ports: Record<(typeof transports)[number], number>
beforeAll(async () => {
  const servers = [await startServerProcess(), await startServerProcess(['--workers', '1'])]
  for (const { url } of servers)
    await send(url, {
      ...{ method: 'POST', path: '/_admin/faults' },
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ rules: [{ connection: 'malformed' }] }),
    })
  const [one = 0, reader = 0] = servers.map(({ port }) => port)
  ports = { 'one process': one, 'a reader beside the writer': reader }
})
afterAll(stopCommands)

test.each(transports)(
  'a malformed response closes both sides, even to a client that does not end its own: %s',
  async (transport) => {
    const socket = connect({ port: ports[transport], allowHalfOpen: true })
    socket.resume()
    socket.write('GET /v1/chains HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await once(socket, 'end')
    const writing = setInterval(() => socket.write('more of what nobody reads'), 5)
    const code = await new Promise((resolve) =>
      socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code)),
    )
    clearInterval(writing)
    expect(code).toMatch(/^(EPIPE|ECONNRESET)$/)
  },
)

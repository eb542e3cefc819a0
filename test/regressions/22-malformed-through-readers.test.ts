import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { startServerProcess, stopCommands } from '../support/command.ts'
import { rawClient } from '../support/raw.ts'
import { send } from '../support/send.ts'

afterAll(stopCommands)

const head = ' /v1/chains HTTP/1.1\r\nhost: localhost\r\n'

test.each([['one process'], ['a reader beside the writer', '--workers', '2']])(
  'a malformed response closes the connection of a client that still sends a body: %s',
  // A connection that stays open would last until the server ends an incomplete request.
  { timeout: 25_000 },
  async (_, ...options) => {
    const { url, port } = await startServerProcess(options)
    const { socket, ended } = rawClient(port)
    // A reader serves the connections that it has from before the rule.
    socket.write(`GET${head}\r\n`)
    await once(socket, 'data')
    await send(url, {
      ...{ method: 'POST', path: '/_admin/faults' },
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ rules: [{ connection: 'malformed' }] }),
    })
    socket.write(`GET${head}\r\nPOST${head}content-length: 50000000\r\n\r\n`)
    socket.write(Buffer.alloc(50_000_000))
    // The system may drop what was received before a reset.
    expect(await ended).toMatch(/this is the length of no chunk|ECONNRESET|EPIPE/)
  },
)

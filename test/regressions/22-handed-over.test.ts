import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServerProcess, stopCommands } from '../support/command.ts'
import { rawClient, talk } from '../support/raw.ts'

/** One process that does all, and two readers beside one that writes. */
let servers: RunningServer[]
beforeAll(async () => {
  servers = [await startServerProcess(), await startServerProcess(['--workers', '2'])]
})
afterAll(stopCommands)

const timeless = (text: string) => text.replaceAll(/^(?:date: |snowglobe_).*\r?\n/gim, '')

async function expectSame(text: string): Promise<string> {
  const [own = '', theirs = ''] = await Promise.all(servers.map(({ port }) => talk(port, text)))
  expect(timeless(theirs)).toBe(timeless(own))
  return own
}

const ask = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}connection: close\r\n\r\n`

test.each(['/%5fadmin/live', '/_admi%6e/live', '/_admin%2flive', '/%5Fadmin/nothing', '/_admin'])(
  'what the router takes for the control plane is the writer’s: %s',
  async (path) => {
    expect(await expectSame(ask(path))).toMatch(/^HTTP\/1.1 [24]/)
  },
)

test.each(['/%5fadmin/%zz', '/_admin/%zz', '/%zz/_admin'])(
  'a URL that cannot be read is refused in the shape of its interface: %s',
  async (path) => {
    const response = await expectSame(ask(path))
    expect(response).toMatch(/^HTTP\/1.1 400/)
    expect(response.includes('"code":"bad_request"')).toBe(!path.startsWith('/%zz'))
  },
)

test.each([
  'Trailer: x',
  'TE: trailers',
  'Upgrade: websocket',
  'Proxy-Connection: keep-alive',
  'Proxy-Authorization: Basic eDp4',
  'Keep-Alive: timeout=5',
  'Expect: 100-continue',
  'x-snowglobe-handed-over: {}',
  `x-long: ${'"\\'.repeat(7_900)}`,
])('headers of the connection do not keep a request from the writer: %s', async (header) => {
  const response = await expectSame(ask('/_admin/live', `${header}\r\n`))
  expect(response).toMatch(/HTTP\/1.1 200 OK/)
})

test('the journal has the headers of a connection, in any process', async () => {
  const headers = 'x-snowglobe-world: default\r\nTrailer: x\r\nTE: trailers\r\n'
  await expectSame(ask('/v1/chains', headers))
  const [own, theirs] = await Promise.all(
    servers.map(async ({ port }) => {
      const list = await talk(port, ask('/_admin/requests?pageSize=1'))
      const [, id] = /"id":(\d+)/.exec(list) ?? []
      const entry = await talk(port, ask(`/_admin/requests/${id}`))
      return /"headers":\{[^}]*\}/.exec(entry)?.[0]
    }),
  )
  expect(own).toContain('"trailer":"x"')
  expect(theirs).toBe(own)
})

const chunk = `4e20\r\n${'x'.repeat(20_000)}\r\n`
test('what is refused before its body has arrived is answered', async () => {
  const [, { port } = { port: 0 }] = servers
  const refused = async () => {
    const { socket, ended } = rawClient(port)
    socket.write(
      'POST /ext/info HTTP/1.1\r\nhost: x\r\nx-snowglobe-world: Ä\r\ntransfer-encoding: chunked\r\n\r\n',
    )
    for (const part of [chunk, chunk, '0\r\n\r\n', ask('/v1/health-check')]) {
      socket.write(part)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    return (await ended).match(/HTTP\/1.1 \d+/g)?.join()
  }
  for (let round = 0; round < 10; round++)
    expect(await Promise.all(Array.from({ length: 30 }, refused))).toEqual(
      Array(30).fill('HTTP/1.1 400,HTTP/1.1 200'),
    )
})

test('a body that is too long ends the connection in both', async () => {
  const response = await expectSame(
    `POST /ext/info HTTP/1.1\r\nhost: x\r\nx-snowglobe-world: default\r\ncontent-type: application/json\r\ncontent-length: 200000\r\n\r\n`,
  )
  expect(response.toLowerCase()).toContain('connection: close')
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { connect } from '../../../src/control/client/connect.ts'

/** Returns a port where nothing listens any more. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

test.each(['127.0.0.1', 'localhost'])(
  'without a server at %s each method names the address and the reason',
  async (host) => {
    const url = `http://${host}:${await closedPort()}`
    const { world, clock } = connect(url)
    for (const call of [world, clock.get])
      await expect(call()).rejects.toThrow(
        new RegExp(`^no server answers at ${url}: (connect ECONNREFUSED [^,]+(, )?)+$`),
      )
  },
)

test('a token that no header can hold is no server that is missing', async () => {
  const { world } = connect('http://127.0.0.1:9650', { token: 'a\nb' })
  await expect(world()).rejects.toThrow(/invalid header value/)
})

test.each(['127.0.0.1:9650', '', 'ftp://127.0.0.1'])('the address %j is refused at once', (url) => {
  expect(() => connect(url)).toThrow(
    `connect takes the URL of a server such as http://127.0.0.1:9650, not "${url}"`,
  )
})

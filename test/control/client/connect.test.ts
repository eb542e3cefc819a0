import { expect, test } from 'vitest'
import { connect } from '../../../src/control/client/connect.ts'

test('without a server each method names the address and the reason', async () => {
  // Nothing listens on port 1 of a usual machine.
  const { world, clock } = connect('http://127.0.0.1:1')
  for (const call of [world, clock.get])
    await expect(call()).rejects.toThrow(
      /^no server answers at http:\/\/127\.0\.0\.1:1: .*(ECONNREFUSED|bad port)/,
    )
})

test.each(['127.0.0.1:9650', '', 'ftp://127.0.0.1'])('the address %j is refused at once', (url) => {
  expect(() => connect(url)).toThrow(
    `connect takes the URL of a server such as http://127.0.0.1:9650, not "${url}"`,
  )
})

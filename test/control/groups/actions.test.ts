import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { startServer } from '../../support/server.ts'
import { refusalOf, through, transports } from '../support/transports.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

test.each(transports)('actions are read by their verbs, through %s', async (transport) => {
  const { act } = through(transport, server)
  const wrong = async (body: unknown) => (await refusalOf(act(body as never))).details
  const verbs = { expected: expect.stringMatching(/^one of wallet, fund, transfer/) }
  expect(await wrong({ do: 'steal' })).toEqual({ pointer: '/do', ...verbs })
  expect(await wrong([{ do: 'wallet', name: 'dora' }, {}])).toEqual({ pointer: '/1/do', ...verbs })
  expect(await wrong([{ do: 'wallet', name: 'dora', age: 7 }])).toEqual({
    pointer: '/0/age',
    expected: expect.stringMatching(/^a known property: do, name, /),
  })
  expect(await wrong({ do: 'fund', to: 'ewoq', chain: 'C', amount: 5 })).toMatchObject({
    pointer: '/amount',
  })
  expect(await wrong(7)).toEqual({ pointer: '', expected: expect.stringContaining('an action') })
  expect(await wrong([])).toMatchObject({ pointer: '' })
  expect(await wrong(Array(1001).fill({ do: 'wallet', name: 'dora' }))).toMatchObject({
    pointer: '',
  })
})

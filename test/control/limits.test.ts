import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { send } from '../support/send.ts'
import { startServer } from '../support/server.ts'
import { refusalOf, through, transports } from './support/transports.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ rateLimit: { perMinute: 100, withKey: 200 } })
})
beforeEach(() => server.reset())
afterAll(() => server?.close())

const statusOf = async (key?: string) =>
  (await send(server.url, { path: '/v1/chains', headers: key ? { 'x-data-api-key': key } : {} }))
    .status

test.each(transports)(
  'limits are read and replaced, and keys are listed by their beginning, through %s',
  async (transport) => {
    const { limits } = through(transport, server)
    expect(await limits.get()).toEqual({
      rateLimit: '100/min,200/min-with-key',
      auth: 'off',
      keys: [],
    })
    const keys = [
      { key: 'abcdefgh', tier: 'pro' as const },
      { key: 'blocked!', blocked: true },
    ]
    expect(await limits.set({ rateLimit: '2/min', auth: 'required', keys })).toEqual({
      rateLimit: '2/min,2/min-with-key',
      auth: 'required',
      keys: [
        { prefix: 'abcd', tier: 'pro' },
        { prefix: 'bloc', blocked: true },
      ],
    })
    expect(await Promise.all([statusOf('abcdefgh'), statusOf('blocked!'), statusOf()])).toEqual([
      200, 403, 401,
    ])
    expect([await statusOf('abcdefgh'), await statusOf('abcdefgh')]).toEqual([200, 429])
    await limits.set({})
    expect(await statusOf('abcdefgh')).toBe(200)
    await limits.set({ rateLimit: 'off', auth: 'off' })
    expect(await limits.get()).toMatchObject({ rateLimit: 'off', auth: 'off', keys: [{}, {}] })
    await server.reset()
    expect(await limits.get()).toEqual({
      rateLimit: '100/min,200/min-with-key',
      auth: 'off',
      keys: [],
    })
  },
)

test.each(transports)(
  'limits that cannot be are refused and change nothing, through %s',
  async (transport) => {
    const { limits } = through(transport, server)
    const before = await limits.get()
    for (const [change, pointer] of [
      [{ auth: 'off', rateLimit: 'fast' }, '/rateLimit'],
      [{ auth: 'sometimes' }, '/auth'],
      [{ auth: 'required', keys: [{ key: 'a' }, { key: 'a' }] }, '/keys/1/key'],
      [{ keys: [{ key: '' }] }, '/keys/0/key'],
      [{ keys: [{ key: 'a', colour: 1 }] }, '/keys/0/colour'],
      [{ burst: 1 }, '/burst'],
    ] as const)
      expect(await refusalOf(limits.set(change as object))).toMatchObject({
        code: 'bad_request',
        details: { pointer },
      })
    expect(await limits.get()).toEqual(before)
  },
)

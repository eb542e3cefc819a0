import { createHash } from 'node:crypto'
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

/** Digest of the key `a-hidden-key`. */
const digest = {
  prefix: 'a-hi',
  salt: 'salt',
  sha256: createHash('sha256').update('salta-hidden-key').digest('hex'),
}

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
      [{ keys: [{ key: 'a' }, { tier: 'pro' }] }, '/keys/1'],
      [{ keys: [{ key: 'a', digest }] }, '/keys/0'],
      [{ keys: [{ digest }, { digest }] }, '/keys/1/key'],
      [{ keys: [{ digest: { ...digest, sha256: 'x' } }] }, '/keys/0/digest/sha256'],
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

test('a key is known by a digest of it, among keys that are plain', async () => {
  await server.limits.set({
    auth: 'required',
    keys: [{ key: 'plain' }, { digest, blocked: true }, { digest: { ...digest, salt: '' } }],
  })
  expect(await statusOf('plain')).toBe(200)
  expect(await statusOf('a-hidden-key')).toBe(403)
  expect(await statusOf('another')).toBe(401)
  await server.limits.set({ keys: [{ digest }] })
  expect(await statusOf('a-hidden-key')).toBe(200)
  expect(await statusOf('plain')).toBe(401)
  expect((await server.limits.get()).keys).toEqual([{ prefix: 'a-hi' }])
})

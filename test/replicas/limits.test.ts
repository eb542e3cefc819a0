import { expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startReplicas } from './replica-servers.ts'

const replicas = await startReplicas()
const { postgres, open } = replicas

const statusAt = async (server: Snowglobe, key: string) =>
  (await server.inject({ url: '/v1/chains', headers: { 'x-data-api-key': key } })).statusCode

test('keys are known to all replicas, and the database has none of them', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  const setting = () =>
    a.inject({
      ...{ method: 'PUT', url: '/_admin/limits' },
      headers: { authorization: 'Bearer a-token', 'idempotency-key': 'k' },
      payload: { auth: 'required', keys: [{ key: 'a-hidden-key', tier: 'pro' }, { key: 'other' }] },
    })
  const response = await setting()
  expect(response.json().keys).toEqual([{ prefix: 'a-hi', tier: 'pro' }, { prefix: 'othe' }])
  for (const server of [a, b]) {
    expect(await statusAt(server, 'a-hidden-key')).toBe(200)
    expect(await statusAt(server, 'unknown')).toBe(401)
  }
  const repeated = await setting()
  expect(repeated.headers['x-snowglobe-replayed']).toBe('true')
  expect(repeated.json()).toEqual(response.json())
  const records = await postgres.query('SELECT body FROM snowglobe_record WHERE sandbox = $1', [
    replicas.sandbox,
  ])
  expect(JSON.stringify(records)).toContain('setLimits')
  expect(JSON.stringify(records)).not.toContain('hidden-key')
})

test('keys that are refused are not in the database either', async () => {
  const a = await open({ replica: 'a' })
  const key = { key: 'a-hidden-key' }
  const digest = { prefix: 'a-hi', salt: '', sha256: '0'.repeat(64) }
  await expect(a.limits.set({ keys: [key, key] })).rejects.toMatchObject({
    code: 'bad_request',
    details: { pointer: '/keys/1/key' },
  })
  await expect(a.limits.set({ keys: [{ ...key, digest }] })).rejects.toMatchObject({
    code: 'bad_request',
    details: { pointer: '/keys/0' },
  })
  const records = await postgres.query('SELECT body FROM snowglobe_record WHERE sandbox = $1', [
    replicas.sandbox,
  ])
  expect(JSON.stringify(records)).not.toContain('hidden-key')
})

import { expect, test } from 'vitest'
import { startReplicas } from './replica-servers.ts'

const { postgres, open } = await startReplicas()

const headers = { authorization: 'Bearer a-token' }
const list = (server: Awaited<ReturnType<typeof open>>) =>
  server.inject({ url: '/_admin/requests', headers })

test('a request that ends after an attempt to report it failed is listed once', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  await a.faults.add({ match: { path: '/v1/chains' }, times: 1, delay: { ms: 4_000 } })
  const slow = a.inject({ url: '/v1/chains' })
  // Reports wait for this lock until they fail; beats do not.
  const locked = postgres.query(
    `DO $$ BEGIN
       LOCK TABLE snowglobe_report IN ACCESS EXCLUSIVE MODE;
       PERFORM pg_sleep(5);
     END $$`,
  )
  const locks = `SELECT FROM pg_locks WHERE granted AND mode = 'AccessExclusiveLock'
    AND relation = 'snowglobe_report'::regclass`
  await expect.poll(() => postgres.query(locks)).toHaveLength(1)
  await list(b)
  await slow
  await locked
  const response = await list(b)
  expect(response.headers).not.toHaveProperty('x-snowglobe-missing')
  expect(response.json().requests).toMatchObject([{ id: 1, path: '/v1/chains', status: 200 }])
  for (const server of [a, b])
    expect((await server.inject({ url: '/_admin/ready' })).statusCode).toBe(200)
})

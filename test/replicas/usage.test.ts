import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { openPostgresLog } from '../../src/shared-log/postgres/postgres-log.ts'
import type { Beat } from '../../src/shared-log/shared-log.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServerProcess, stopCommands } from '../support/command.ts'
import { startReplicas } from './replica-servers.ts'

const replicas = await startReplicas()
const { postgres, open, openThree } = replicas

const withKey = { 'x-glacier-api-key': 'a-key' }

const get = (server: Snowglobe, url: string, headers: Record<string, string> = withKey) =>
  server.inject({ url, headers })

afterAll(stopCommands)

/** Counted requests of the key by path, as a replica shows them. */
async function usageAt(server: Snowglobe): Promise<Record<string, number>> {
  const response = await get(server, '/v1/apiUsageMetrics?timeInterval=daily&groupBy=requestPath')
  expect(response.statusCode).toBe(200)
  const groups = response
    .json()
    .metrics.flatMap(
      ({ values }: { values: { groupValue: string; totalRequests: number }[] }) => values,
    )
  return Object.fromEntries(
    groups.map((group: { groupValue: string; totalRequests: number }) => [
      group.groupValue,
      group.totalRequests,
    ]),
  )
}

test('usage has the requests to all replicas, exactly, also those of one that has ended', async () => {
  const [a, b, c] = await openThree()
  for (let turn = 0; turn < 5; turn++)
    for (const server of [a, b, c]) await get(server, '/v1/chains')
  await get(b, '/v1/chains/43114', {})
  expect((await usageAt(a))['/v1/chains']).toBe(15)
  expect((await usageAt(b))['/v1/chains']).toBe(15)
  await get(c, '/v1/chains')
  await c.close()
  expect((await usageAt(a))['/v1/chains']).toBe(16)
  const d = await open({ replica: 'd' })
  const usage = await usageAt(d)
  expect(usage['/v1/chains']).toBe(16)
  expect(usage['/v1/apiUsageMetrics']).toBe(3)
  expect(usage).not.toHaveProperty('/v1/chains/{chainId}')
})

test('logs of a key have its requests to all replicas', async () => {
  const servers = await openThree()
  for (const server of servers) await get(server, '/v1/chains')
  for (const [at, server] of servers.entries()) {
    const { logs } = (await get(server, '/v1/apiLogs')).json()
    expect(logs.map(({ requestPath }: { requestPath: string }) => requestPath).sort()).toEqual([
      ...Array(at).fill('/v1/apiLogs'),
      ...Array(3).fill('/v1/chains'),
    ])
  }
})

test('usage and logs wait for a live replica that responds late', async () => {
  const a = await open({ replica: 'a' })
  const frozen = await startServerProcess(
    ['--shared-log', postgres.url, '--sandbox', replicas.sandbox, '--replica', 'frozen'],
    { env: { SNOWGLOBE_ADMIN_TOKEN: 'a-token' } },
  )
  await get(a, '/v1/chains')
  await fetch(`${frozen.url}/v1/chains`, { headers: withKey })
  const log = await openPostgresLog({ url: postgres.url, sandbox: replicas.sandbox })
  const beat = (await log.live()).live.find(({ name }) => name === 'frozen') as Beat
  frozen.child.kill('SIGSTOP')
  const usage = usageAt(a)
  const logs = get(a, '/v1/apiLogs')
  for (let time = 0; time < 4; time++) {
    await log.beat(beat)
    await sleep(500)
  }
  await log.close()
  frozen.child.kill('SIGCONT')
  expect((await usage)['/v1/chains']).toBe(2)
  const paths = (await logs).json().logs.map((log: { requestPath: string }) => log.requestPath)
  expect(paths.filter((path: string) => path === '/v1/chains')).toHaveLength(2)
})

test('a full reset drops the counts everywhere', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  await get(a, '/v1/chains')
  await get(b, '/v1/chains')
  expect((await usageAt(b))['/v1/chains']).toBe(2)
  await a.reset()
  for (const server of [a, b]) expect(await usageAt(server)).not.toHaveProperty('/v1/chains')
})

test('usage is a 503 while the database is away, and exact afterwards', async () => {
  const [a, b] = [await open({ replica: 'a' }), await open({ replica: 'b' })]
  postgres.signal('SIGSTOP')
  for (const server of [a, b]) await get(server, '/v1/chains')
  expect((await get(a, '/v1/apiUsageMetrics?timeInterval=daily')).statusCode).toBe(503)
  postgres.signal('SIGCONT')
  await expect
    .poll(async () => (await get(a, '/v1/apiUsageMetrics?timeInterval=daily')).statusCode)
    .toBe(200)
  for (const server of [a, b]) expect((await usageAt(server))['/v1/chains']).toBe(2)
})

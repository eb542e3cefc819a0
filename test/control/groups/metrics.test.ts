import { afterEach, expect, test } from 'vitest'
import type { Snowglobe, SnowglobeOptions } from '../../../src/snowglobe.ts'
import { send } from '../../support/send.ts'
import { startServer } from '../../support/server.ts'

const servers: Snowglobe[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function start(options: SnowglobeOptions = {}): Promise<Snowglobe> {
  const server = await startServer({ pace: 0, ...options })
  servers.push(server)
  return server
}

const metricsOf = async ({ url }: Snowglobe): Promise<string[]> =>
  (await send(url, { path: '/_admin/metrics' })).body.split('\n')

/** Lines whose name or labels hold a text. */
const linesWith = (lines: string[], text: string) =>
  lines.filter((line) => !line.startsWith('#') && line.includes(text)).sort()

const call = (method: string, path = '/ext/info') => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
})

test('requests are counted by interface, operation and status; the control plane counts nothing', async () => {
  const server = await start()
  const requested = [
    { path: '/v1/chains' },
    { path: '/v1/chains' },
    { path: '/v1/chains/43114/blocks?pageSize=0' },
    { path: '/v1/nothing' },
    { path: '/v1/avg_tps/43114' },
    call('info.getNetworkID'),
    call('Info.GetNetworkID'),
    call('info.getNetworkID2'),
    call('index.getLastAccepted', '/ext/index/P/block'),
    { path: '/ext/bc/C/rpc' },
    { path: '/_admin/clock' },
  ]
  for (const request of requested) await send(server.url, request)
  const lines = await metricsOf(server)
  expect(linesWith(lines, 'snowglobe_requests_total')).toEqual([
    'snowglobe_requests_total{interface="chain",operation="none",status="200"} 1',
    'snowglobe_requests_total{interface="data",operation="listChains",status="200"} 2',
    'snowglobe_requests_total{interface="data",operation="listEvmBlocks",status="400"} 1',
    'snowglobe_requests_total{interface="data",operation="none",status="404"} 1',
    'snowglobe_requests_total{interface="index",operation="index.getLastAccepted",status="200"} 1',
    'snowglobe_requests_total{interface="info",operation="info.getNetworkID",status="200"} 1',
    'snowglobe_requests_total{interface="info",operation="none",status="200"} 2',
    'snowglobe_requests_total{interface="metrics",operation="getAverageTps",status="200"} 1',
  ])
  expect(linesWith(await metricsOf(server), 'snowglobe_requests_total')).toHaveLength(8)
})

test('durations are a histogram whose buckets hold the smaller ones', async () => {
  const server = await start()
  await server.faults.add({ match: { operation: 'listChains' }, delay: { ms: 60 } })
  for (let i = 0; i < 3; i++) await send(server.url, { path: '/v1/chains' })
  const name = 'snowglobe_request_duration_seconds'
  const lines = linesWith(await metricsOf(server), `${name}_`)
  const numberOf = (labels: string) =>
    Number(
      lines
        .find((line) => line.startsWith(labels))
        ?.split(' ')
        .at(-1),
    )
  const of = 'interface="data",operation="listChains"'
  const bucket = (bound: string) => numberOf(`${name}_bucket{${of},le="${bound}"}`)
  expect([bucket('0.05'), bucket('2.5'), bucket('10'), bucket('+Inf')]).toEqual([0, 3, 3, 3])
  expect(numberOf(`${name}_count{${of}}`)).toBe(3)
  expect(numberOf(`${name}_sum{${of}}`)).toBeGreaterThanOrEqual(0.178)
  expect(numberOf(`${name}_sum{${of}}`)).toBeLessThan(7.5)
})

test('faults are counted, those of rules and those that a request asks for', async () => {
  const server = await start()
  await server.faults.add({ match: { path: '/v1/chains' }, times: 2, connection: 'empty' })
  for (let i = 0; i < 3; i++) await send(server.url, { path: '/v1/chains' }).catch(() => {})
  await send(server.url, { path: '/v1/chains', headers: { 'x-snowglobe-fault': '503' } })
  await send(server.url, { path: '/v1/chains', headers: { 'x-snowglobe-fault': '418' } })
  const lines = await metricsOf(server)
  const of = 'interface="data",operation="listChains"'
  expect(linesWith(lines, 'faults_total')).toEqual([`snowglobe_faults_total{${of}} 3`])
  expect(linesWith(lines, 'requests_total')).toEqual([
    `snowglobe_requests_total{${of},status="200"} 1`,
    `snowglobe_requests_total{${of},status="400"} 1`,
    `snowglobe_requests_total{${of},status="503"} 1`,
    `snowglobe_requests_total{${of},status="none"} 2`,
  ])
})

test('heads of all worlds, the response cache, memory and the delay of the event loop are reported', async () => {
  const server = await start()
  const none = await metricsOf(server)
  expect(linesWith(none, 'snowglobe_world_head')).toEqual([
    'snowglobe_world_head{world="default"} 0',
  ])
  expect(linesWith(none, 'snowglobe_response_cache')).toEqual([
    'snowglobe_response_cache_bytes 0',
    'snowglobe_response_cache_entries 0',
  ])
  await server.worlds.create('other')
  await server.clock.advance('1h')
  for (const path of ['/v1/chains', '/v1/chains', '/v1/chains?network=fuji'])
    await send(server.url, { path })
  const lines = await metricsOf(server)
  expect(linesWith(lines, 'snowglobe_world_head')).toEqual([
    'snowglobe_world_head{world="default"} 1',
    'snowglobe_world_head{world="other"} 0',
  ])
  expect(linesWith(lines, 'snowglobe_response_cache_entries')).toEqual([
    'snowglobe_response_cache_entries 2',
  ])
  const numberOf = (text: string) => Number(linesWith(lines, text)[0]?.split(' ').at(-1))
  expect(numberOf('snowglobe_response_cache_bytes')).toBeGreaterThan(1_000)
  expect(numberOf('kind="resident"')).toBeGreaterThan(10_000_000)
  expect(numberOf('kind="heap_used"')).toBeGreaterThan(1_000_000)
  expect(numberOf('quantile="0.5"')).toBeGreaterThan(0)
  expect(numberOf('quantile="1"')).toBeGreaterThanOrEqual(numberOf('quantile="0.5"'))
})

test('the text is what Prometheus reads: a kind and words for each metric, a number on each line', async () => {
  const server = await start({ cacheMb: 0 })
  await send(server.url, { path: '/v1/chains' })
  const { headers, body } = await send(server.url, { path: '/_admin/metrics' })
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(body.endsWith('\n')).toBe(true)
  const lines = body.split('\n').filter((line) => line !== '')
  expect(lines.filter((line) => line.startsWith('# TYPE')).sort()).toEqual([
    '# TYPE snowglobe_event_loop_delay_seconds gauge',
    '# TYPE snowglobe_faults_total counter',
    '# TYPE snowglobe_internal_errors_total counter',
    '# TYPE snowglobe_memory_bytes gauge',
    '# TYPE snowglobe_request_duration_seconds histogram',
    '# TYPE snowglobe_requests_total counter',
    '# TYPE snowglobe_response_cache_bytes gauge',
    '# TYPE snowglobe_response_cache_entries gauge',
    '# TYPE snowglobe_webhook_attempts_total counter',
    '# TYPE snowglobe_webhook_oldest_due_seconds gauge',
    '# TYPE snowglobe_world_head gauge',
  ])
  for (const line of lines)
    expect(line).toMatch(
      /^(# (HELP|TYPE) snowglobe_\w+ .+|snowglobe_\w+(\{(\w+="[^"]*",?)+\})? -?[\d.e+-]+)$/,
    )
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MetricsValue } from '../../../schemas/metrics/series.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { walkPages } from '../../support/pages.ts'
import { get, startServer } from '../../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const metrics = '/v2/networks/mainnet/metrics'
const latest = async (metric: string) =>
  ((await get(server, `${metrics}/${metric}?pageSize=1`)).body as { results: MetricsValue[] })
    .results[0]

test.each(['validatorCount', 'delegatorWeight'])(
  'pages of %s have every item once, from genesis on',
  async (metric) => {
    const url = `${metrics}/${metric}`
    const { items } = await walkPages<MetricsValue>(server, url, 'results', 2160)
    expect(await walkPages(server, url, 'results', 100)).toEqual({
      items,
      pages: Math.ceil(items.length / 100),
    })
    expect(items.at(-1)?.timestamp).toBe(Date.parse('2020-09-10T00:00:00Z') / 1000)
  },
)

test('the latest value is what the details of the network say', async () => {
  const { body } = await get(
    server,
    '/v1/networks/mainnet/validators?validationStatus=active&pageSize=100',
  )
  const { validators } = body as { validators: { subnetId: string; amountStaked: string }[] }
  const own = validators.filter(({ subnetId }) => subnetId.startsWith('11111111'))
  expect((await latest('validatorCount'))?.value).toBe(own.length)
  expect((await latest('validatorWeight'))?.value).toBe(
    Number(own.reduce((sum, { amountStaked }) => sum + BigInt(amountStaked), 0n)),
  )
})

test('a stake counts from the day on whose last second it runs', async () => {
  const before = await latest('delegatorCount')
  const { body } = await get(
    server,
    '/v1/networks/mainnet/validators?validationStatus=active&pageSize=1',
  )
  const { nodeId } = (body as { validators: { nodeId: string }[] }).validators[0] ?? { nodeId: '' }
  await server.act({ do: 'delegate', node: nodeId, from: 'ewoq', amount: '25', duration: 'P14D' })
  await server.clock.advance('PT1M')
  expect((await latest('delegatorCount'))?.value).toBe((before?.value ?? 0) + 1)
  await server.reset()
})

test('a subnet of the other network is 404', async () => {
  const { body } = await get(server, '/v1/networks/fuji/subnets?pageSize=1')
  const { subnets } = body as { subnets: { subnetId: string }[] }
  const url = `${metrics}/validatorCount?subnetId=${subnets[0]?.subnetId}`
  expect((await get(server, url)).status).toBe(404)
})

import type { TSchema } from '@sinclair/typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../../src/operations.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { get, startServer } from '../../support/server.ts'
import { ewoq } from './support/chains.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ pace: 0 })
  await server.act([
    { do: 'createSubnet', name: 'young', by: 'ewoq' },
    { do: 'createChain', name: 'Young', subnet: 'young', by: 'ewoq', evmChainId: '777' },
  ])
})
afterAll(() => server?.close())

const lists = operations.filter(
  ({ params, query }) =>
    'pageSize' in query.properties &&
    'chainId' in params.properties &&
    Object.keys(params.properties).every((name) => ['chainId', 'address', 'metric'].includes(name)),
)

test.each(lists.map((operation) => [operation.operationId, operation] as const))(
  '%s of a chain on which nothing has happened is empty, or of something that is not there',
  async (_operationId, { path, params, query, response }) => {
    const metrics: string[] = params.properties.metric?.anyOf?.map(
      ({ const: name }: { const: string }) => name,
    ) ?? ['']
    const rest = 'threshold' in query.properties ? '&threshold=1' : ''
    const interval = 'timeInterval' in query.properties ? '&timeInterval=day' : ''
    for (const metric of metrics) {
      const url = path
        .replace('{chainId}', '777')
        .replace('{address}', ewoq)
        .replace('{metric}', metric)
      const { status, body } = await get(server, `${url}?pageSize=5${rest}${interval}`)
      const [list = ''] =
        Object.entries<TSchema>(response.properties).find(([, { type }]) => type === 'array') ?? []
      if (status !== 404) expect({ status, body }, url).toMatchObject({ status: 200 })
      else continue
      const items = (body as Record<string, { blockNumber?: string }[]>)[list] ?? []
      // The genesis is a block like any other.
      expect(items.filter(({ blockNumber }) => blockNumber !== '0')).toEqual([])
    }
  },
)

test('a chain on which nothing has happened has metrics of 0 and balances of 0', async () => {
  const url = '/v2/chains/777/rollingWindowMetrics'
  for (const metric of ['txCount', 'avgTps', 'avgGps', 'maxTps', 'activeAddresses', 'deployers'])
    for (const value of Object.values(
      ((await get(server, `${url}/${metric}`)).body as { result: object }).result,
    ))
      expect(value, metric).toBe(0)
  const native = `/v1/chains/777/addresses/${ewoq}/balances:getNative`
  expect(await get(server, native)).toMatchObject({
    status: 200,
    body: { nativeTokenBalance: { balance: '0' } },
  })
  expect((await get(server, `${native}?blockNumber=1`)).status).toBe(400)
})

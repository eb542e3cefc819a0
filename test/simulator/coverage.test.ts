import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Method } from '../../schemas/json-rpc.ts'
import { endpoints } from '../../schemas/methods.ts'
import { cacheFolders } from '../../src/config/cache-folders.ts'
import { dataRoutes } from '../../src/data/index.ts'
import { worldDefinition } from '../../src/definition/world-definition.ts'
import type { Route } from '../../src/http/rest/route.ts'
import { metricsRoutes } from '../../src/metrics/index.ts'
import { createSnowglobe, type Snowglobe } from '../../src/snowglobe.ts'
import type { BaseReader } from '../../src/store/base-reader.ts'
import { openCachedBase } from '../../src/world/base-cache/cache.ts'
import { apiRequests } from '../check/support/api-requests.ts'
import { responsesTo } from '../check/support/api-walk.ts'
import { listsOfEwoq } from '../check/support/ewoq-lists.ts'
import { expectedValues } from '../check/support/expected-values.ts'
import { nodeCalls } from '../check/support/node-calls.ts'
import { fieldsOf, removeFieldsIn } from '../check/support/shape-paths.ts'
import { rpc } from '../support/rpc.ts'

// Things that the medium world does not show. Every list here has to be empty.

/** Problem of a server that is not healthy; and what extra lists may have. */
const notOfTheWorld = [
  ...['Health.error.*', 'Health.error.*.status'],
  ...['EvmChainInfo.wsUrl', 'NetworkToken.description', 'listMetricsChains.nextPageToken'],
]
/** Usage of nodes that the deployed service hosts: Snowglobe hosts none. */
const ofHostedNodes = /^(?:RpcMetrics|RpcUsageMetricsValueAggregated)\./
/** Without those that show what callers make, such as webhooks: a world has none. */
const routes = ([...dataRoutes, ...metricsRoutes] as Route[]).filter(
  ({ operation }) => !operation.needsWriter,
)
let base: BaseReader
let server: Snowglobe

beforeAll(async () => {
  const settings = { definition: await worldDefinition(undefined), seed: 'snowglobe' }
  base = await openCachedBase(cacheFolders(), { ...settings, size: 'medium' })
  server = await createSnowglobe({ size: 'medium', logLevel: 'silent' })
})
afterAll(async () => {
  base.close()
  await server.close()
})

test('every field of the contract occurs in a response', async () => {
  const requests = apiRequests(base)
  const absent = new Set(
    routes
      .flatMap(({ operation }) => [...fieldsOf(operation.response, operation.operationId)])
      .filter((field) => !notOfTheWorld.includes(field) && !ofHostedNodes.test(field)),
  )
  for (const { operation } of routes) {
    const { operationId, response: shape } = operation
    const own = requests.filter((request) => request.operationId === operationId)
    expect(own.length, operationId).toBeGreaterThan(0)
    const fields = [...fieldsOf(shape, operationId)]
    for (const request of own) {
      for await (const response of responsesTo(server, request, 'documented'))
        removeFieldsIn(response, shape, operationId, absent)
      // Further responses could only show again what was seen.
      if (!fields.some((field) => absent.has(field))) break
    }
  }
  expect([...absent]).toEqual([])
})

test('every field of the results of the node occurs', async () => {
  const methods: Record<string, Method> = Object.assign(
    {},
    ...endpoints.map((each) => each.methods),
  )
  const calls = nodeCalls(base)
  expect(calls.map(({ method }) => method).sort()).toEqual(Object.keys(methods).sort())
  const absent = new Set<string>()
  for (const [name, { result }] of Object.entries(methods))
    for (const field of fieldsOf(result, name)) absent.add(field)
  for (const dialect of ['documented', 'live'])
    for (const { path, method, params } of calls) {
      const result = await rpc(server, path, method, params, { 'x-snowglobe-dialect': dialect })
      const shape = methods[method]?.result
      if (shape) removeFieldsIn(result, shape, method, absent)
    }
  expect([...absent]).toEqual([])
})

test('ewoq has something in every list that goes by address', async () => {
  const empty: string[] = []
  for (const url of listsOfEwoq) {
    // In the live dialect the X-chain's balances have the X-chain's kinds alone.
    const response = await server.inject({ url, headers: { 'x-snowglobe-dialect': 'live' } })
    const { chainInfo: _, nextPageToken: __, ...lists } = response.json()
    const leaves = Object.values(lists.balances ?? lists)
    if (leaves.length === 0 || leaves.some((list) => Array.isArray(list) && list.length === 0))
      empty.push(`${url} ${response.body.slice(0, 300)}`)
  }
  expect(empty).toEqual([])
})

test.each(expectedValues)('every value occurs: $what', ({ sql, values }) => {
  const found = base
    .all<Record<string, never>, { value: string | number }>({ sql }, {})
    .map(({ value }) => value)
  expect(values.filter((value) => !found.includes(value))).toEqual([])
})

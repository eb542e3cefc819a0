import { expect, test } from 'vitest'
import { errorStatuses } from '../../schemas/errors.ts'
import { isOfContract } from '../../scripts/contract-page.ts'
import { dataRoutes } from '../../src/data/index.ts'
import { openApiDocument } from '../../src/http/openapi/openapi.ts'
import { statusTexts } from '../../src/http/response/errors.ts'
import { operations as declared } from '../../src/operations.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document is walked as the JSON it becomes.
type Json = any

const document: Json = JSON.parse(JSON.stringify(openApiDocument(declared)))

/** Typed by hand: the operations of the contract and the neighbours that it began with. */
const typedPathsOfData: Record<string, string> = {
  '/v1/signatureAggregator/{network}/aggregateSignatures': 'aggregateSignatures',
  '/v1/signatureAggregator/{network}/aggregateSignatures/{txHash}': 'getAggregatedSignatures',
  '/v1/networks/{network}/blockchains/{blockchainId}/transactions': 'listPrimaryTransactions',
  '/v1/networks/{network}/subnets': 'listSubnets',
  '/v1/networks/{network}/blockchains/{blockchainId}/balances': 'getBalances',
  '/v1/networks/{network}/delegators': 'listDelegators',
  '/v1/networks/{network}/blockchains/{blockchainId}/vertices:listByHeight': 'listVerticesByHeight',
  '/v1/networks/{network}/blockchains/{blockchainId}/nodes/{nodeId}/blocks': 'listNodeBlocks',
  '/v1/networks/{network}/l1Validators': 'listL1Validators',
  '/v1/chains/{chainId}/addresses/{address}/transactions:listErc721': 'listErc721Transfers',
  '/v1/chains/{chainId}/addresses/{address}/transactions:listErc20': 'listErc20Transfers',
  '/v1/chains/{chainId}/addresses/{address}/transactions:listNative': 'listNativeTransactions',
  '/v1/chains/{chainId}/addresses/{address}/balances:listErc721': 'listErc721Balances',
  '/v1/chains/{chainId}/addresses/{address}/balances:listCollectibles': 'listCollectibleBalances',
  '/v1/chains/{chainId}/addresses/{address}/balances:getNative': 'getNativeBalance',
  '/v1/chains/{chainId}/contracts/{address}/deployments': 'listDeployments',
  '/v1/chains/{chainId}/nfts/collections/{address}/tokens': 'listCollectionTokens',
  '/v1/chains/{chainId}/blocks': 'listEvmBlocks',
  '/v1/icm/addresses/{address}/messages': 'listIcmMessages',
  '/v1/chains': 'listChains',
  '/v1/chains/{chainId}': 'getChain',
  '/v1/chains/{chainId}/blocks/{blockId}': 'getEvmBlock',
  '/v1/chains/{chainId}/addresses/{address}/transactions:listErc1155': 'listErc1155Transfers',
  '/v1/chains/{chainId}/addresses/{address}': 'getContract',
  '/v1/chains/{chainId}/nfts/collections/{address}/tokens/{tokenId}': 'getCollectionToken',
  '/v1/chains/{chainId}/nfts/collections/{address}/tokens/{tokenId}:reindex': 'reindexNft',
  '/v1/icm/messages/{messageId}': 'getIcmMessage',
  '/v1/networks/{network}/blockchains/{blockchainId}/transactions/{txHash}':
    'getPrimaryTransaction',
  '/v1/networks/{network}/blockchains/{blockchainId}/blocks': 'listPrimaryBlocks',
  '/v1/networks/{network}/blockchains/{blockchainId}/blocks/{blockId}': 'getPrimaryBlock',
  '/v1/networks/{network}/blockchains/{blockchainId}/vertices': 'listVertices',
  '/v1/networks/{network}/blockchains/{blockchainId}/vertices/{vertexHash}': 'getVertex',
  '/v1/networks/{network}/subnets/{subnetId}': 'getSubnet',
  '/v1/networks/{network}/blockchains': 'listBlockchains',
  '/v1/networks/{network}/blockchains/{blockchainId}': 'getBlockchain',
}
const laterNeighbours = dataRoutes
  .map(({ operation }) => operation)
  .filter((operation) => !isOfContract(operation) && operation.tag !== 'Health')
/** Paths of the Data API, with an operation of each. */
const pathsOfData: Record<string, string> = {
  ...Object.fromEntries(laterNeighbours.map(({ path, operationId }) => [path, operationId])),
  ...typedPathsOfData,
}
const pathsOfHealth: Record<string, string> = {
  '/v1/health-check': 'getHealth',
  '/v1/live-check': 'getLiveness',
  '/v2/health-check': 'getMetricsHealth',
  '/v2/live-check': 'getMetricsLiveness',
}
const pathsOfMetrics: Record<string, string> = {
  '/v1/avg_tps/{chainId}': 'getAverageTps',
  '/v2/chains': 'listMetricsChains',
  '/v2/chains/{chainId}': 'getMetricsChain',
  '/v2/chains/{chainId}/metrics/{metric}': 'getEvmChainMetrics',
  '/v2/chains/{chainId}/rollingWindowMetrics/{metric}': 'getEvmChainRollingWindowMetrics',
  '/v2/chains/{chainId}/teleporterMetrics/{metric}': 'getTeleporterMetricsByChain',
  '/v2/icm/summary': 'getIcmSummary',
  '/v2/icm/timeseries': 'getIcmTimeseries',
  '/v2/networks/{network}/metrics/{metric}': 'getStakingMetrics',
  '/v2/validators/metrics/{metric}': 'getTotalL1ValidatorMetrics',
  '/v2/validation/{l1ValidationId}/metrics/{metric}': 'getMetricsByValidationId',
  '/v2/validator/{nodeId}/metrics/{metric}': 'getMetricsByNodeId',
  '/v2/subnet/{subnetId}/metrics/{metric}': 'getMetricsBySubnetId',
  '/v2/chains/43114/btcb/bridged:getAddresses': 'getAddressesByBtcbBridged',
  '/v2/subnets/{subnetId}/validators:getAddresses': 'getValidatorsByDateRange',
  '/v2/chains/{chainId}/contracts/{address}/nfts:listHolders': 'getNftHoldersByContractAddress',
  '/v2/chains/{chainId}/contracts/{address}/balances': 'getAddressesByBalanceOverTime',
  '/v2/lookingGlass/compositeQuery': 'compositeQueryV2',
}
const pathsOfNode: Record<string, string> = {
  '/ext/info': 'callInfo',
  '/ext/index/C/block': 'callIndexCBlock',
  '/ext/index/P/block': 'callIndexPBlock',
  '/ext/index/X/tx': 'callIndexXTx',
  '/ext/index/X/block': 'callIndexXBlock',
  '/ext/index/X/vtx': 'callIndexXVtx',
}

const operations: { path: string; method: string; operation: Json }[] = Object.entries<Json>(
  document.paths,
).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)
/** Operations that answer 201 with a body. */
const createIds = ['postTransactionExportJob', 'createWebhook', 'generateOrRotateSharedSecret']

const operationOf = (path: string) =>
  document.paths[path].post ?? Object.values<Json>(document.paths[path])[0]

/** Calls back for every object of the document with its place. */
function walk(value: Json, onObject: (object: Json, place: string) => void, place = '#'): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) onObject(value, place)
  for (const [key, inner] of Object.entries(value)) walk(inner, onObject, `${place}/${key}`)
}

/** Value at a `#/a/b` reference. */
const resolve = (reference: string): Json =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce(
      (value: Json, key) => value?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    )

const deref = (value: Json): Json => (value?.$ref === undefined ? value : resolve(value.$ref))

test('the document says that it is OpenAPI 3.1 and which version of the package made it', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(document.info).toMatchObject({ title: 'Snowglobe', version: expect.stringMatching(/^\d/) })
  expect(Object.keys(document).sort()).toEqual(
    ['components', 'info', 'openapi', 'paths', 'servers', 'tags', 'webhooks'].sort(),
  )
})

test('two documents are equal to the byte', () => {
  expect(JSON.stringify(openApiDocument(declared))).toBe(JSON.stringify(openApiDocument(declared)))
})

test('every operation of the contract has its path, method and id', () => {
  const typed = { ...typedPathsOfData, ...pathsOfHealth, ...pathsOfMetrics, ...pathsOfNode }
  // Several operations may share a path.
  const later = laterNeighbours.filter(({ path }) => !Object.hasOwn(typed, path))
  const expected = new Set([
    ...Object.entries(typed).map(([path, id]) => `${path} ${id}`),
    ...later.map(({ path, operationId }) => `${path} ${operationId}`),
  ])
  const found = operations.map(({ path, operation }) => `${path} ${operation.operationId}`)
  expect(new Set(found)).toEqual(expected)
  const posts = operations.filter(({ method }) => method === 'post').map(({ path }) => path)
  expect(posts.sort()).toEqual(
    [
      '/v1/chains/{chainId}/nfts/collections/{address}/tokens/{tokenId}:reindex',
      '/v1/networks/{network}/blockchains/{blockchainId}/lastActivityTimestampByAddresses',
      '/v1/networks/{network}/blockchains/{blockchainId}/utxos',
      '/v1/operations/transactions:export',
      '/v1/webhooks',
      '/v1/webhooks:generateOrRotateSharedSecret',
      '/v1/signatureAggregator/{network}/aggregateSignatures',
      '/v2/lookingGlass/compositeQuery',
      ...Object.keys(pathsOfNode),
    ].sort(),
  )
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(operations.length)
})

test('every reference resolves, and every component is referred to', () => {
  const references = new Set<string>()
  walk(document, (object, place) => {
    if (object.$ref === undefined) return
    expect(resolve(object.$ref), `${object.$ref} at ${place}`).toBeDefined()
    references.add(object.$ref)
  })
  for (const kind of ['schemas', 'responses', 'parameters', 'headers'])
    for (const name of Object.keys(document.components[kind])) {
      expect(name).toMatch(/^[A-Za-z0-9._-]+$/)
      expect(references).toContain(`#/components/${kind}/${name}`)
    }
})

test('path parameters are those of the template, required, and none is declared twice', () => {
  for (const { path, operation } of operations) {
    const parameters: Json[] = (operation.parameters ?? []).map(deref)
    const template = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => name).sort(), path).toEqual(template.sort())
    expect(inPath.every(({ required }) => required === true)).toBe(true)
    const places = parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
    expect(new Set(places).size).toBe(places.length)
    for (const parameter of parameters) {
      expect(['path', 'query', 'header']).toContain(parameter.in)
      expect(parameter.schema, `${path} ${parameter.name}`).toBeTypeOf('object')
    }
  }
})

test('a parameter with a default is not required', () => {
  for (const { operation } of operations)
    for (const parameter of operation.parameters.map(deref))
      if (parameter.schema.default !== undefined) expect(parameter.required).toBe(false)
})

test('a body has to hold nothing that has a default', () => {
  const { requestBody } = operationOf('/v1/signatureAggregator/{network}/aggregateSignatures')
  const body = deref(requestBody.content['application/json'].schema)
  expect(body.required).toBeUndefined()
  expect(body.properties.quorumPercentage.default).toBe(67)
})

test('schemas use keywords of JSON Schema 2020-12 only, and name known types', () => {
  const keywords = new Set(
    [
      '$ref title description deprecated type const enum default minimum maximum pattern items minItems',
      'maxItems properties required additionalProperties patternProperties anyOf oneOf',
    ].flatMap((text) => text.split(' ')),
  )
  const types = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null', undefined]

  function check(schema: Json, place: string): void {
    for (const key of Object.keys(schema)) expect(keywords, `${place}/${key}`).toContain(key)
    expect(types, place).toContain(schema.type)
    if (schema.type === 'array') expect(schema.items, place).toBeDefined()
    for (const key of schema.required ?? [])
      expect(Object.keys(schema.properties), place).toContain(key)
    const inner = [
      ...Object.values<Json>(schema.properties ?? {}),
      ...Object.values<Json>(schema.patternProperties ?? {}),
      ...(schema.anyOf ?? []),
      ...(schema.oneOf ?? []),
      ...[schema.items, schema.additionalProperties].filter((one) => one !== undefined),
    ]
    for (const one of inner) check(one, place)
  }

  for (const [name, schema] of Object.entries<Json>(document.components.schemas))
    check(schema, name)
  for (const { path, operation } of operations) {
    for (const parameter of operation.parameters.map(deref)) check(parameter.schema, path)
    for (const response of Object.values<Json>(operation.responses).map(deref))
      for (const { schema } of Object.values<Json>(response.content ?? {})) check(schema, path)
    for (const { schema } of Object.values<Json>(operation.requestBody?.content ?? {}))
      check(schema, path)
  }
})

test('the Data and Metrics APIs answer 200 and the eight statuses, each in its own body', () => {
  const statuses = ['200', '400', '401', '403', '404', '429', '500', '502', '503']
  const paths = { ...pathsOfData, ...pathsOfMetrics }
  for (const path of Object.keys(paths)) {
    const { responses } = operationOf(path)
    const isWithoutBody = path.endsWith(':reindex')
    expect(Object.keys(responses)).toEqual([
      isWithoutBody || createIds.includes(operationOf(path).operationId) ? '201' : '200',
      ...statuses.slice(1),
    ])
    if (isWithoutBody) expect(responses[201]).not.toHaveProperty('content')
    for (const status of statuses.slice(1)) {
      const body = deref(deref(responses[status]).content['application/json'].schema)
      expect(Object.keys(body.properties).sort()).toEqual(['error', 'message', 'statusCode'])
      expect(body.properties.message.type).toBe(path in pathsOfMetrics ? 'array' : 'string')
    }
  }
})

test('the statuses are those that the server knows', () => {
  expect(Object.fromEntries(errorStatuses.map(({ status, error }) => [status, error]))).toEqual(
    statusTexts,
  )
})

test('every method of the node has a request and a response', () => {
  const methodsOf = (path: string, part: 'Request' | 'Answer') => {
    const { requestBody, responses } = operationOf(path)
    const { content } = part === 'Request' ? requestBody : responses[200]
    const { oneOf, anyOf } = deref(content['application/json'].schema)
    return (oneOf ?? anyOf).map(({ title, $ref }: Json) => title ?? $ref.split('/').at(-1))
  }
  const info =
    'acps isBootstrapped getBlockchainID getNetworkID getNetworkName getNodeID getNodeIP ' +
    'getNodeVersion getTxFee getVMs peers uptime upgrades'
  const infoMethods = info.split(' ').map((name) => `info.${name}`)
  const index =
    'getContainerByID getContainerByIndex getContainerRange getIndex getLastAccepted isAccepted'
  const indexMethods = index.split(' ').map((name) => `index.${name}`)
  for (const path of Object.keys(pathsOfNode)) {
    const expected = path === '/ext/info' ? infoMethods : indexMethods
    expect(methodsOf(path, 'Request')).toEqual(expected)
    expect(methodsOf(path, 'Answer')).toEqual([...expected, 'JsonRpcError'])
  }
})

test('info.getTxFee and X/vtx are deprecated, and nothing else', () => {
  const deprecated: string[] = []
  walk(document, (object, place) => {
    if (object.deprecated === true) deprecated.push(object.title ?? place)
  })
  expect(deprecated.sort()).toEqual(['#/paths//ext/index/X/vtx/post', 'info.getTxFee'])
})

test('the Data API takes an optional key; metrics, health and node take none', () => {
  const { securitySchemes } = document.components
  expect(securitySchemes.apiKey).toEqual({ type: 'apiKey', in: 'header', name: 'x-data-api-key' })
  for (const { path, operation } of operations) {
    if (!(path in pathsOfData)) expect(operation.security).toEqual([])
    else {
      expect(operation.security).toContainEqual({})
      expect(operation.security).toContainEqual({ apiKey: [] })
    }
    for (const name of operation.security.flatMap(Object.keys))
      expect(Object.keys(securitySchemes)).toContain(name)
  }
})

test('rules that schemas cannot say stand in the description', () => {
  const describe = (path: string) => operationOf(path).description
  expect(describe('/v1/signatureAggregator/{network}/aggregateSignatures')).toMatch(
    /quorumPercentage and quorumPercentageBuffer add up to at most 100/,
  )
  expect(describe('/v1/networks/{network}/blockchains/{blockchainId}/transactions')).toMatch(
    /Without addresses, txTypes, startTimestamp and endTimestamp are refused/,
  )
})

test('headers of ours are on every operation that knows them', () => {
  for (const { path, operation } of operations) {
    const names = operation.parameters.map(deref).map(({ name }: Json) => name)
    expect(names).toContain('x-snowglobe-dialect')
    expect(names.includes('x-snowglobe-fault')).toBe(path in { ...pathsOfData, ...pathsOfMetrics })
  }
})

test('every tag of an operation is listed', () => {
  const listed = document.tags.map(({ name }: Json) => name)
  for (const { operation } of operations)
    for (const tag of operation.tags) expect(listed).toContain(tag)
})
